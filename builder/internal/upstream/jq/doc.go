// Package jq runs the jq programs of brands over what sources send.
//
// # Why there is a second process
//
// The interpreter looks at its context between two instructions, but a built-in function is one
// instruction: splits, gsub or test on 600 KB of text take minutes, array subtraction and
// multiplication of strings have no bound at all, and no goroutine can be ended from outside. A
// process can. So a program is run by a process of package worker: an input that costs too much
// ends the worker, not the builder. Where a brand has no program the worker runs "." all the same.
// By the rules of a brand ([Program.Check]) it also checks the records that come out, so that the
// values of what strangers sent never come to the builder: records of bounded size do.
//
// Measured on two busy cores: a worker starts in 5 ms; an item of 1.4 KB costs 51 µs, and 133 µs
// when one waits for the other, which is why [Runner] keeps several on their way.
//
// # Messages
//
// A request has its program, which the worker compiles once, its input and its variables; an answer
// has the outputs, or checked records. Outputs are lines of JSON. So a number is what its JSON
// says: a whole one int, or *big.Int beyond 64 bits, and every other one float64.
package jq
