package server

import (
	"net"
	"net/http"
)

// NetHTTP returns the server for requests that are not plain, for tests that let it serve
// everything on a listener of its own.
func (e *Edge) NetHTTP() *http.Server { return e.newFallbackServer(e.fronts[0].http1) }

// Problems is l as that server needs it.
func Problems(l net.Listener) net.Listener { return problemListener{l} }
