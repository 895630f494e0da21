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
// # Leases
//
// An edge does not ask for every request. It asks for a lease of some units of a cell, charged when
// it is granted, and answers from it. The first lease of a client is what its request needs; while
// leases are used up they double, to a hundredth of the quota at most. A lease that is not used up
// within [leaseTime] is lost and the next one is small again, so a client that asks little is
// charged little more than it asks. A refusal is remembered until the store would say otherwise.
//
// An example: 600 requests a minute per address, and two edges. A client sends ten requests to edge
// A. A asks the store for 1 unit, then for 2, 4 and 6, the most that a lease may have: 13 units are
// charged, and 3 are left for its next requests. Edge B asks for the same cell, so both edges
// together grant 600. Then the store refuses and says when the next unit comes; until then A and B
// refuse without asking.
//
// # Without an answer
//
// A request waits at most [patience] for the store. Beyond that the edge decides alone, by its own
// cells and by what the store has said last of the client, and remembers the units as a debt, which
// the next question charges. While a question waits for longer than [hesitation], nobody waits. A
// store that is silent for [silence] or unreachable counts as gone: nobody waits for it any more,
// until it answers a question that is asked every [probeEvery]. N edges allow at most N times the
// quota meanwhile.
package sharedlimit
