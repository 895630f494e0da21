package brands

import _ "embed" // the schema

// Schema is the JSON Schema (2020-12) of brand.yaml, for editors. TestSchema makes it from the
// fields of [Brand], and the reference in README.md from their comments.
//
//go:embed schema.json
var Schema []byte
