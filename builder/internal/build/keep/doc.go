// Package store adds drawn bodies to a release: with its content codings, its fixed header fields
// and its Last-Modified. Bytes that the base release has stay where they lie (see [CarryOver]).
package keep
