package fetch

import (
	"net/http"
	"net/url"
)

// Request is what a source is asked for.
type Request struct {
	URL  *url.URL
	Body []byte // JSON; nil asks with GET
	// Where names the request in messages and positions: the address without what may be secret in
	// it.
	Where string
	Limit int64 // bytes of the answer, as sent; 0 for the limit of the pull
}

func (q *Request) method() string {
	if q.Body != nil {
		return http.MethodPost
	}
	return http.MethodGet
}
