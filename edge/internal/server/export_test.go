package server

import (
	"net"
	"net/http"
)

// Handler returns the handler of an edge.
func (e *Edge) Handler() http.Handler { return e.fronts[0].http1 }

// Addr returns the address of the public listener.
func (e *Edge) Addr() net.Addr { return e.public.Addr() }

// AdminAddr returns the address of the admin listener.
func (e *Edge) AdminAddr() net.Addr { return e.admin.Addr() }

// Scan looks at the releases on disk.
func (e *Edge) Scan() { e.site.Scan() }
