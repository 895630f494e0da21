// Package keep decides whether the bytes of the release before may stay, and adds drawn content to
// a release: with its content codings, its fixed header fields and its Last-Modified.
//
// Bytes stay in place while nothing that they depend on has changed: the [Print] of the renderer,
// the hash of a record ([CarryOver]), and for pages about several events their sum ([Sums]).
package keep
