//go:build !bleve

package main

import (
	"errors"

	"cartaz/builder/search"
)

func openBleve([]search.Doc, string) (engine, error) {
	return nil, errors.New("its modules could not be had")
}
