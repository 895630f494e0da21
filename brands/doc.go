// Package brands reads the brands of an installation: one folder each, with a
// brand.yaml and whatever that file names (a jq program, data, a logo).
//
// Loading is strict. An unknown key, a missing required key, an address that
// is not one, or a host that two brands claim is an error that names the file,
// the line and the remedy; nothing is guessed, because a typing error in a
// brand file would otherwise be found by a visitor.
package brands
