// Package jq runs the jq programs of brands over the documents of sources.
//
// # Why there is a second process
//
// The interpreter looks at its context between two instructions, but a built-in function is one
// instruction: splits, gsub or test on 600 KB of text take minutes, array subtraction and
// multiplication of strings have no bound at all, and a goroutine cannot be ended from outside. A
// process can. So a process of package worker runs the program: an input that costs too much ends
// the worker, not the builder. If a brand has no program, the worker runs ".". It also checks the
// resulting records by the rules of a brand ([Program.Check]), so the builder never gets the values
// of strangers, only records of bounded size.
//
// Measured on two busy cores: a worker starts in 5 ms; an item of 1.4 KB costs 51 µs, and 133 µs if
// each waits for the answer to the one before, which is why [Runner] keeps several in flight.
//
// # Messages
//
// A request has its program, which the worker compiles once, its input and its variables; an answer
// has the outputs, or checked records. Outputs are lines of JSON, so JSON decides the type of a
// number: a whole number is int, or *big.Int beyond 64 bits, and any other float64.
package jq
