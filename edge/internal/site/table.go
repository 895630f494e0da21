package site

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cartaz/builder/release"
)

// table returns the view of the current state.
func (b *brands) table() *table {
	t := &table{hosts: make(map[string]*entry, 2*len(b.served))}
	keys := slices.Sorted(maps.Keys(b.served))
	b.assign(keys)
	contested := map[string]string{} // complaints by subject
	for _, key := range keys {
		served := b.served[key]
		e := &entry{key: key}
		e.snapshot.Store(served.snapshot)
		status := Status{Brand: key, Hosts: []string{}, Problem: served.problem}
		if served.retired() {
			status.State = release.StateRetired
		}
		if strings.HasSuffix(key, heldSuffix) {
			status.State = "preview"
		}
		for _, host := range served.hosts() {
			owner := b.owners[host]
			if owner == key {
				t.hosts[host] = e
				status.Hosts = append(status.Hosts, host)
				continue
			}
			if status.State != "" {
				continue // another brand may have them
			}
			status.RefusedHosts = append(status.RefusedHosts, RefusedHost{host, owner})
			contested["host "+host+" of "+key] = fmt.Sprintf("brand %s claims the host %s, which "+
				"leads to brand %s and goes on to do so: take it out of one of them", key, host,
				owner)
		}
		if served.snapshot == nil {
			status.Release, status.Unopened = served.live, true
		} else if rel := served.snapshot.Catalogue.Release(); rel != nil {
			t.snapshots = append(t.snapshots, served.snapshot)
			status.snapshot = served.snapshot
			m := rel.Manifest()
			status.Release, status.BuiltAt = rel.ID(), m.BuiltAt.Format(time.RFC3339)
			status.Events = m.Events
		}
		t.brands = append(t.brands, status)
	}
	// Each complaint about a host is logged once, and again if it comes back.
	for subject, reason := range contested {
		b.reportRefusal(subject, reason)
	}
	for subject := range b.contested {
		if contested[subject] == "" {
			delete(b.complaints, subject)
		}
	}
	b.contested = contested
	for key, problem := range b.unserved {
		t.brands = append(t.brands, Status{Brand: key, Problem: problem})
	}
	slices.SortFunc(t.brands, func(x, y Status) int { return strings.Compare(x.Brand, y.Brand) })
	return t
}

// assign decides which brand each host leads to. A host that several brands claim belongs to the
// brand that owner names, else to the brand that had it in the last table, else to the first brand
// by name. A retired brand has it only if no other brand claims it. So no release takes a host away
// from a brand that is served, although a key that may sign one brand can sign any hosts for it.
// The builder refuses brands with a common host.
func (b *brands) assign(keys []string) {
	owners := make(map[string]string, len(b.owners))
	for _, key := range keys {
		for _, host := range b.served[key].hosts() {
			if b.Owner != nil {
				if owner := b.Owner(host); owner != "" {
					owners[host] = owner
					continue
				}
			}
			owner, claimed := owners[host]
			if !claimed || b.served[owner].retired() ||
				b.owners[host] == key && !b.served[key].retired() {
				owners[host] = key
			}
		}
	}
	b.owners = owners
}
