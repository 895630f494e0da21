package ratelimit

import (
	"hash/maphash"
	"net/netip"
	"time"
)

// Window is the time over which every quota is counted.
const Window = time.Minute

// wideFactor is how many shares a /48 has: a household or an office gets one
// /64 or a few, while an attacker gets all 65,536.
const wideFactor = 4

// maxRate keeps the part of the window that one request takes above a
// microsecond; a larger rate counts as this one.
const maxRate = int(Window / time.Microsecond)

// The names of the policies, as they appear in RateLimit and RateLimit-Policy.
const (
	PolicyAddress    = "address"
	PolicyCredential = "credential"
	PolicyNetwork    = "network"
	PolicyIdentity   = "identity"
)

// Rates are the quotas per [Window]. 0 or less switches one off; see the
// package comment for what else that switches off.
type Rates struct {
	Address    int // requests of one address without a credential
	Credential int // requests with one credential
	Identity   int // new credentials for one address
}

// Decision is the answer to one request. It describes the cell with the least left among all cells
// that were asked.
type Decision struct {
	OK        bool
	Policy    string // one of the Policy constants; "" when no limit is on
	Limit     int    // quota per Window; 0 when no limit is on
	Remaining int    // units that may still be spent at once
	// Reset is the time until Remaining grows, in whole seconds, rounded up.
	Reset time.Duration
	// RetryAfter is the time until the same request would be served, in whole
	// seconds, rounded up; 0 when OK.
	RetryAfter time.Duration
}

// binds reports whether d takes precedence over other, a decision about another cell of the same
// request: a refusal does, then the longer wait, then the smaller remainder.
func (d *Decision) binds(other *Decision) bool {
	switch {
	case d.OK != other.OK:
		return other.OK
	case d.OK:
		return d.Remaining < other.Remaining
	}
	return d.RetryAfter > other.RetryAfter
}

// Limiter holds the cells of one edge. It may be used by many goroutines.
type Limiter struct {
	address, credential, identity quota
	network, wide, wideIdentity   quota

	seed  maphash.Seed
	table table
	// Shared, or nil, is asked before the cells of this edge. Set it before the first call.
	Shared *Shared
}

// New returns a limiter with a table of entries cells, [Small] or [Large].
func New(rates Rates, entries int) *Limiter {
	l := &Limiter{
		address:      newQuota(PolicyAddress, rates.Address),
		credential:   newQuota(PolicyCredential, rates.Credential),
		identity:     newQuota(PolicyIdentity, rates.Identity),
		wideIdentity: newQuota(PolicyIdentity, wideFactor*min(rates.Identity, maxRate)),
		seed:         maphash.MakeSeed(),
		table:        newTable(entries),
	}
	if rates.Address > 0 {
		share := max(rates.Address, rates.Credential)
		l.network = newQuota(PolicyNetwork, share)
		l.wide = newQuota(PolicyNetwork, max(wideFactor*min(rates.Address, maxRate), share))
	}
	return l
}

// Network returns the block of addresses that counts as one client: /32 of IPv4, /64 of IPv6. A
// credential is minted for this block. An invalid address has no block.
func Network(addr netip.Addr) netip.Prefix {
	addr = normalize(addr)
	bits := 64
	if addr.Is4() {
		bits = 32
	}
	p, _ := addr.Prefix(bits)
	return p
}

// The kinds of cells: the same network or credential has one of each.
const (
	kindAddress = iota
	kindCredential
	kindForeign
	kindNetwork
	kindIdentity
)

// Address charges n units, all or none, for a request from addr without a credential. With n 0 it
// reports whether one unit could be charged, and charges nothing. All invalid addresses share one
// cell.
func (l *Limiter) Address(addr netip.Addr, n int, now time.Time) Decision {
	var c charge
	block := Network(addr)
	c.add(l.address, l.seed, blockName(kindAddress, block))
	l.addBlock(&c, kindNetwork, block, l.network, l.wide)
	return l.take(&c, n, now)
}

// Credential charges n units, as Address does, for a request from addr with the credential of this
// id, which the block home minted. The credential must have been verified: a request with any other
// text has no credential.
func (l *Limiter) Credential(id [16]byte, home netip.Prefix, addr netip.Addr, n int,
	now time.Time) Decision {
	var c charge
	block := Network(addr)
	var name [18]byte
	name[0] = kindForeign
	if block == home {
		name[0] = kindCredential
	}
	copy(name[1:], id[:])
	c.add(l.credential, l.seed, name)
	l.addBlock(&c, kindNetwork, block, l.network, l.wide)
	return l.take(&c, n, now)
}

// Identity charges addr for a new credential.
func (l *Limiter) Identity(addr netip.Addr, now time.Time) Decision {
	var c charge
	l.addBlock(&c, kindIdentity, Network(addr), l.identity, l.wideIdentity)
	return l.take(&c, 1, now)
}

// addBlock adds the cell of a block of addresses, and that of the wide network around it.
func (l *Limiter) addBlock(c *charge, kind byte, block netip.Prefix, own, wide quota) {
	c.add(own, l.seed, blockName(kind, block))
	if around := Wide(block); around.IsValid() {
		c.add(wide, l.seed, blockName(kind, around))
	}
}

// take asks the shared cells, then the cells of this edge. A refusal of the shared cells is final;
// a request that they allow must also fit into this edge's cells, which bind while the store is
// gone.
func (l *Limiter) take(c *charge, n int, now time.Time) Decision {
	if l.Shared == nil || c.n == 0 {
		return l.table.take(c, n, now.UnixNano())
	}
	shared := l.Shared.take(c.cells[:c.n], int64(n), now)
	if shared != nil && !shared.OK {
		return *shared
	}
	d := l.table.take(c, n, now.UnixNano())
	if shared != nil && d.OK && shared.Remaining < d.Remaining {
		d.Policy = shared.Policy
		d.Limit = shared.Limit
		d.Remaining = shared.Remaining
	}
	return d
}

// Wide returns the network around a block of addresses that has a ceiling of its own: the /48 of an
// IPv6 block. An IPv4 block has none, and the prefix is then invalid.
func Wide(block netip.Prefix) (wide netip.Prefix) {
	if block.Addr().Is6() && block.Bits() > 48 {
		wide, _ = block.Addr().Prefix(48) // which every address of IPv6 has
	}
	return wide
}

// blockName returns the unique name of one cell of a block.
func blockName(kind byte, block netip.Prefix) (name [18]byte) {
	name[0], name[1] = kind, byte(block.Bits())
	if addr := block.Addr(); addr.IsValid() {
		a := addr.As16() // for IPv4 the mapped form, which no IPv6 network can be
		copy(name[2:], a[:])
	}
	return name
}
