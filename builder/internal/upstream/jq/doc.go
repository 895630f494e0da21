// Package jq runs the jq programs of brands over what sources send.
//
// # Why there is a second process
//
// The interpreter looks at its context between two instructions, but a built-in
// function is one instruction: splits, gsub or test on 600 KB of text take minutes,
// array subtraction and multiplication of strings have no bound at all, and no
// goroutine can be ended from outside. A process can.So a program is run by a
// process of package worker: an input that costs too much ends that and not the builder.
//
// Programs that only pick members (.errors?, {id, name: .title}) run in the caller's
// process: [Program.plain] says which, by a list of what is allowed. They have no
// loop, and no instruction of theirs does more than its input is long.
//
// Measured on two busy cores: a worker starts in 5 ms; an item of 1.4 KB costs 36 µs
// where it costs 7 µs in this process, and 113 µs when one waits for the other, which is
// why [Runner] keeps several on their way. The 1,462 items of brands/virada take 0.15 s
// instead of 0.06 s, the 6,831 of brands/confs 1.7 s instead of 1.4 s. That is little
// beside a build, so small items have no way of their own.
//
// # Messages
//
// A request has the text of its program, which the worker compiles once, and an answer the outputs.
// Values are written by value.go, which keeps int, float64, *big.Int and json.Number apart: what a
// program gives is the same in both processes.
package jq
