package brands

import _ "embed" // the schema

// Schema is the JSON Schema (2020-12) of brand.yaml, for editors. TestSchema makes it of the fields
// of [Brand], and of its source the reference in README.md.
//
//go:embed schema.json
var Schema []byte
