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

// NetHTTP returns the server for requests that are not plain, for tests that let it serve
// everything on a listener of its own.
func (e *Edge) NetHTTP() *http.Server { return e.newFallbackServer(e.fronts[0].http1) }

// Problems is l as that server needs it.
func Problems(l net.Listener) net.Listener { return problemListener{l} }
