//go:build !cgo || !sqlite_fts5

package main

import (
	"errors"

	"cartaz/builder/search"
)

func sqliteVersion() string { return "none" }

func openSQLite([]search.Doc, string) (engine, error) {
	return nil, errors.New("no C compiler, or its module could not be had")
}
