// Package crash has no code. It tests both programs as they are installed: a builder that is
// killed, or whose system calls fail, while an edge serves what it publishes. Every answer of the
// edge is compared with the releases that were ever live. An answer that belongs to none of them is
// torn.
//
// The tests are short by default. make kills runs all of them: 200 kills at random moments of
// builds of a large catalogue, and every system call of a small build that changes something on
// disk, in each way. Of the exported files, which are all written alike, it takes every eighth.
package crash
