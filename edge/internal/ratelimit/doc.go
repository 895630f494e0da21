// Package ratelimit decides who may still be served, in bounded memory. An edge that counts by
// itself allocates nothing for a request.
//
// # GCRA
//
// Every limit is a GCRA (generic cell rate algorithm). A limit with a quota of Q units a minute
// stores one time per client, the TAT (theoretical arrival time): the moment when the whole quota
// will be available again. A TAT in the past means that nothing is spent. One unit costs the
// interval window/Q:
//
//	start  = max(TAT, now)
//	new    = start + units × interval
//	served = new − now ≤ window
//
// A served request stores new as the TAT; a refused request changes nothing and must wait new − now
// − window. So a whole quota may be spent at once, and comes back evenly, one unit per interval.
//
// An example with Q = 3 a minute, so an interval of 20 s:
//
//	at      TAT before  new   ahead of now   answer
//	0:00    –           0:20  20 s           served, 2 left
//	0:00    0:20        0:40  40 s           served, 1 left
//	0:00    0:40        1:00  60 s           served, 0 left
//	0:05    1:00        1:20  75 s           refused, retry after 15 s
//	0:20    1:00        1:20  60 s           served, 0 left
//
// # Cells
//
// A cell is the stored time of one limit and one client. A request counts for one unit, or for
// several when it is a batch or large. It is charged to several cells at once. All of them are
// asked first, and none is charged unless all agree, so a refused request costs nothing:
//
//	who                     address cell        credential cell      network cells
//	without a credential    /32 or /64: A       –                    /32 or /64: N, /48: W
//	with one, at home       –                   its id, at home: C   /32 or /64: N, /48: W
//	with one, elsewhere     –                   its id, abroad: C    /32 or /64: N, /48: W
//	asking for a credential /32 or /64: I, /48: 4 × I
//
// A, C and I are the three rates of [Rates]; N is the larger of A and C, W the larger of 4 × A and
// N. The address and network cells always belong to the client that sends the request. So a million
// credentials in one network are worth no more than one credential, whoever minted them, and all
// the /64s of a /48 are worth no more than four.
//
// Switching A off also switches off N and W; C and I are switched off alone. Without C, a
// credential is limited by N, which is then A.
//
// # Foreign use
//
// A credential may leave the network that minted it: an agent moves, or a text leaks. Use elsewhere
// is charged to a second cell of the credential and to the networks of its users, never to a cell
// of its home network. The second cell makes a credential that is passed round the world count as
// one credential. The network cells hold every network within its own limit.
//
// An example with A = 600 and C = 1,200 a minute: 203.0.113.9 mints a credential, which 1,500
// strangers then send ten times a minute each. 1,200 of their 15,000 requests are served: the
// foreign cell of the credential is spent, though no stranger is near the end of its own network
// cell. 203.0.113.9 notices nothing: with the credential it has 1,200 requests, without it 600, and
// 1,200 in all, for as long as the credential lives.
//
// # Table
//
// Cells are in a hash table of fixed size with a random seed and eight slots to a set. A cell whose
// TAT has passed is as good as an empty slot, so nothing has to be cleaned up. When a set is full,
// the cell with the earliest TAT is evicted: an attacker who floods the table can free cells that
// are hardly used, but never a spent cell, least of all the attacker's own.
//
// # Clock
//
// The time comes with each call. When the clock steps back, a cell counts as spent for at most one
// window; when it steps forward, as unspent.
//
// # Several edges
//
// With a store (Valkey or Redis 7) several edges count together ([Shared]). The store keeps the TAT
// of each cell, and one script moves it by the store's own clock. So the clocks of the edges do not
// matter, and two edges cannot spend a unit twice. A key in the store is the HMAC-SHA256 of the
// cell's name under a key of the edges' key file: no one can tell from it, or by trying all
// addresses, who a cell is about. Keys expire when their cell is unspent.
//
// Each request is one question. All questions go over one connection, in batches of those that have
// arrived. A refusal is remembered until the store would decide otherwise, so a client that floods
// costs the store only its quota.
//
// A request waits at most [patience] for the store. Beyond that the edge decides alone, by its own
// cells; the store charges the question later. While a question waits for longer than [hesitation],
// no request waits. A store that is silent for [silence], unreachable, or gives an impossible
// answer counts as gone: no request waits for it until it answers a question that is asked every
// [probeEvery]. N edges allow at most N times the quota meanwhile.
package ratelimit
