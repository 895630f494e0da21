package server

import (
	"net"
	"net/http"
)

// NetHTTP is the server of what is not plain, for tests that have it serve everything
// on a listener of its own.
func (e *Edge) NetHTTP() *http.Server { return e.newFallbackServer(e.fronts[0].http1) }

// Problems is l as that server needs it.
func Problems(l net.Listener) net.Listener { return problemListener{l} }
