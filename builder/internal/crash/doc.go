// Package crash holds no code, only tests of both programs as they are
// installed: a builder that is killed, or whose system calls fail, while an edge
// serves what it publishes. Every answer of the edge is held against the
// releases that were ever live; an answer that belongs to none of them is torn.
//
// The tests are short by default. make kills runs all of both: 200 kills at
// random moments of builds of a large catalogue, and every system call of a
// small build that changes something on disk, in each way; of the exported files,
// which are written one like the other, every eighth.
package crash
