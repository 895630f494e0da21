// Package store puts what a build draws into a release: with its content codings, its fixed header
// fields and its Last-Modified. What the base release has already stays where it lies (see
// [CarryOver]).
package store
