// Package brands reads the brands of an installation: one folder per brand, with a brand.yaml and
// the files that brand.yaml names (a jq program, data, a logo).
//
// Loading is strict, because a typing error in a brand file would otherwise be found by a visitor.
// An unknown key, a missing required key, an invalid address, and a host that another brand has are
// errors. Each error names the file, the line and the remedy. Nothing is guessed.
package brands
