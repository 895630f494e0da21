// Package sharedlimit counts requests of several edges together, in Valkey or Redis 7.
//
// # What the store does
//
// The store keeps one time per cell, the TAT of package ratelimit, and one script moves it by the
// store's own clock. So the clocks of the edges do not matter, and two edges cannot spend a unit
// twice. The script charges several cells at once or none. A key in the store is the HMAC-SHA256 of
// the cell's name under a key of the edges' key file: nobody can tell from it, or by trying all
// addresses, who a cell is about. Keys expire when their cell is unspent.
//
// Each request is one question. All go over one connection, as many at once as have come. A refusal
// is remembered until the store would say otherwise, so a client that floods costs the store no
// more than its quota.
//
// # Without an answer
//
// A request waits at most [patience] for the store. Beyond that the edge decides alone, by its own
// cells and by what the store has said last of the client, less what was asked for since; the store
// charges the question when it comes to it. While a question waits for longer than [hesitation],
// nobody waits. A store that is silent for [silence], unreachable, or answers what no script can
// answer counts as gone: nobody waits for it any more, until it answers a question that is asked
// every [probeEvery]. N edges allow at most N times the quota meanwhile.
package sharedlimit
