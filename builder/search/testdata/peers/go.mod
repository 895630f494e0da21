module cartaz/builder/search/testdata/peers

go 1.26.5

require (
	cartaz v0.0.0
	github.com/blevesearch/bleve/v2 v2.6.1
	github.com/mattn/go-sqlite3 v1.14.52
)

replace cartaz => ../../../..
