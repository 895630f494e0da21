// Package ratelimit says who may still be served, in memory of a fixed size and
// without allocating.
//
// # Cells
//
// Every limit is a GCRA: one time per key, at which the quota would be whole
// again. A request moves it on by one part of the window; it is refused when
// that would put it more than a whole window ahead. So a full minute's quota may
// be spent at once, and comes back evenly.
//
// A request is charged to several cells at once. All of them are asked first,
// and none is charged unless all agree, so a refused request costs nothing:
//
//	who                     address cell        credential cell   network cells
//	without a credential    /32 or /64: A       –                 /32 or /64: N, /48: W
//	with a credential       –                   its id: C         of the network that minted it: N, /48: W
//	asking for a credential /32 or /64: I, /48: 4 × I
//
// A, C and I are the three rates of [Rates]; N is the larger of A and C, W the
// larger of 4 × A and N. The network cells of a credential are those of the
// network that minted it, and the very ones that its requests without a
// credential are charged to. So a million credentials are worth no more than
// one, the /64s of a /48 no more than four, and a credential that is passed
// round the world stays within the quota of where it came from.
//
// A is switched off together with N and W; C and I alone. Without C, what limits
// a credential is N, which is then A.
//
// # Table
//
// Cells lie in a table of fixed size, found by a hash of their key under a
// random seed, eight to a set. A cell whose time has passed is as good as none,
// so nothing has to be cleaned up. When a set is full the cell that is nearest
// to being whole is given up: an attacker who floods the table can free some
// that are hardly used, never one that is spent, its own least of all.
//
// # Clock
//
// The time comes with each call. When it steps back, a cell counts as spent for
// at most one window; when it steps on, as whole.
package ratelimit
