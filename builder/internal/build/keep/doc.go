// Package keep decides whether the bytes of the release before may stay, and adds what is drawn to
// a release: with its content codings, its fixed header fields and its Last-Modified.
//
// Bytes stay where they are while nothing that they depend on has changed: the [Print] of what
// draws them, the hash of a record ([CarryOver]), and of pages about several events their sum
// ([Sums]).
package keep
