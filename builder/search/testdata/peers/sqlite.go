//go:build cgo && sqlite_fts5

package main

import (
	"database/sql"
	"strings"

	// SQLite itself, compiled from C; needs the build tag sqlite_fts5.
	sqlite3 "github.com/mattn/go-sqlite3"

	"cartaz/builder/search"
)

func sqliteVersion() string {
	v, _, _ := sqlite3.Version()
	return v
}

type sqlite struct {
	db         *sql.DB
	page, size *sql.Stmt
}

// openSQLite: an external-content-free FTS5 table in memory, the tokenizer that drops accents,
// stored prefixes of two and three letters. English catalogues get the porter stemmer, Japanese
// ones trigrams; SQLite has no stemmer for other languages, and no typos.
func openSQLite(docs []search.Doc, language string) (engine, error) {
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	tokenizer := "unicode61 remove_diacritics 2"
	switch language {
	case "en":
		tokenizer = "porter " + tokenizer
	case "ja":
		tokenizer = "trigram"
	}
	_, err = db.Exec(`CREATE VIRTUAL TABLE t USING fts5(name, producer, venue, city, state,
		description, city_key UNINDEXED, tokenize='` + tokenizer + `', prefix='2 3')`)
	if err != nil {
		return nil, err
	}
	tx, err := db.Begin()
	if err != nil {
		return nil, err
	}
	insert, err := tx.Prepare(
		`INSERT INTO t(rowid, name, producer, venue, city, state, description, city_key)
		VALUES(?,?,?,?,?,?,?,?)`,
	)
	if err != nil {
		return nil, err
	}
	for i, d := range docs {
		_, err := insert.Exec(i+1, d.Name, d.Producer, d.Venue, d.City, d.State+" "+d.StateName,
			d.Description, plain(d.City))
		if err != nil {
			return nil, err
		}
	}
	if err := tx.Commit(); err != nil {
		return nil, err
	}
	if _, err := db.Exec(`INSERT INTO t(t) VALUES('optimize')`); err != nil {
		return nil, err
	}
	s := &sqlite{db: db}
	s.page, err = db.Prepare(`SELECT rowid FROM t WHERE t MATCH ?
		ORDER BY bm25(t, 10, 5, 5, 5, 5, 1), rowid LIMIT ?`)
	if err != nil {
		return nil, err
	}
	s.size, err = db.Prepare(`SELECT count(*) FROM t WHERE t MATCH ?`)
	return s, err
}

// match writes the query in the language of FTS5.
func match(q search.Query) string {
	var b strings.Builder
	typed := words(q.Text)
	for i, w := range typed {
		b.WriteString(`"` + w + `"`)
		if i == len(typed)-1 && len([]rune(w)) > 1 {
			b.WriteString("*")
		}
		b.WriteString(" ")
	}
	if q.City != "" {
		if b.Len() > 0 {
			b.WriteString("AND ")
		}
		b.WriteString(`city : "` + strings.Join(words(q.City), " ") + `"`)
	}
	return b.String()
}

func (s *sqlite) search(q search.Query, limit int) ([]int, int, error) {
	m := match(q)
	if m == "" {
		return nil, 0, nil
	}
	var total int
	if err := s.size.QueryRow(m).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := s.page.Query(m, limit)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	var ids []int
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return nil, 0, err
		}
		ids = append(ids, id-1)
	}
	return ids, total, rows.Err()
}

func (s *sqlite) close() error { return s.db.Close() }
