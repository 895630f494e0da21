#!/bin/sh
# Compares our search with SQLite FTS5, bleve and MiniSearch: relevance on the judged queries, speed
# on 100,000 generated events and on the real catalogues, and over HTTP. Everything that must be
# installed goes into a temporary folder; what cannot be had is said loudly and left out. Flags go
# to the program: run.sh -only relevance, run.sh -only large -docs 1000000
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

loud() { printf '\n!!!!!!!! SKIPPED: %s\n\n' "$1" >&2; }

# A copy, so that neither go.mod nor go.sum here ever change. It keeps its module path, which lets
# it see our internal packages.
mkdir "$work/program"
cp "$here"/*.go "$here"/*.mjs "$here/go.mod" "$work/"
cp "$here/go.sum" "$work/" 2>/dev/null || true
cd "$work"
go mod edit -replace "cartaz=$root"

build() { go build -mod=mod -tags "$1" -o peers . >build.log 2>&1; }

tags=sqlite_fts5
if command -v cc >/dev/null 2>&1; then
	export CGO_ENABLED=1
else
	export CGO_ENABLED=0
	tags=
	loud "SQLite FTS5: no C compiler (cc)"
fi
# The newest bleve that can be had: the latest, else the one in go.mod, else none.
cp go.mod go.mod.own
if go get github.com/blevesearch/bleve/v2@latest >get.log 2>&1 && build "$tags bleve"; then
	:
else
	why=$(tail -n 1 build.log get.log 2>/dev/null | cut -c1-120 | tail -n 1)
	echo "bleve's latest version cannot be had here ($why); trying the one in go.mod" >&2
	cp go.mod.own go.mod
	if ! build "$tags bleve"; then
		loud "bleve: $(tail -n 1 build.log)"
		if ! build "$tags"; then
			loud "SQLite FTS5: $(tail -n 1 build.log)"
			build ""
		fi
	fi
fi

mini=
if command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1; then
	if npm install --silent --no-audit --no-fund --no-save --prefix "$work" minisearch \
		>"$work/npm.log" 2>&1; then
		mini=$work
		version=$(node -p "require('$work/node_modules/minisearch/package.json').version")
		echo "node $(node --version), MiniSearch $version"
	else
		loud "MiniSearch: npm install failed: $(tail -n 1 "$work/npm.log")"
	fi
else
	loud "MiniSearch: node and npm are not installed"
fi

# The programs, for the comparison over HTTP.
builder= edge=
if go build -C "$root" -o "$work/program" ./builder ./edge >build.log 2>&1; then
	builder=$work/program/builder edge=$work/program/edge
else
	loud "builder and edge: $(tail -n 1 build.log)"
fi

./peers -root "$root" -minisearch "$mini" -builder "$builder" -edge "$edge" "$@"
