package ratelimit

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Bounds on a reply. A server that exceeds one is not a store.
const (
	maxLine   = 4 << 10  // bytes
	maxText   = 64 << 10 // bytes
	maxValues = 1 << 10
)

// store is the address of a store.
type store struct {
	network, address, user, password, database string

	tls *tls.Config // nil for a connection without TLS
}

// parseStore reads the address of a store. Its error does not hold the address, which may hold a
// password.
func parseStore(address string) (*store, error) {
	s, err := parseAddress(address)
	if wrong, ok := errors.AsType[*url.Error](err); ok {
		err = wrong.Err
	}
	if err != nil {
		return nil, fmt.Errorf("%w; write valkey://host:6379", err)
	}
	return s, nil
}

// CheckStore returns an error if a text is not the address of a store; see [NewShared].
func CheckStore(address string) error {
	_, err := parseStore(address)
	return err
}

// parseAddress parses the address of a store; see [NewShared].
func parseAddress(address string) (*store, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	host, port := u.Hostname(), u.Port()
	if host == "" {
		host = "localhost"
	}
	if port == "" {
		port = "6379"
	}
	s := &store{network: "tcp", address: net.JoinHostPort(host, port), user: u.User.Username(),
		database: strings.TrimPrefix(u.Path, "/")}
	s.password, _ = u.User.Password()
	switch u.Scheme {
	case "valkey", "redis":
	case "valkeys", "rediss":
		s.tls = &tls.Config{MinVersion: tls.VersionTLS12, ServerName: host}
	case "unix":
		s.network, s.address, s.database = "unix", u.Path, ""
	default:
		return nil, errors.New("not the address of a store")
	}
	if db := u.Query().Get("db"); db != "" {
		s.database = db
	}
	if _, err := strconv.ParseUint(s.database, 10, 31); err != nil && s.database != "" {
		return nil, errors.New("the database is not a number")
	}
	return s, nil
}

// storeConn is a connection to a store that speaks RESP2. One goroutine uses it at a time. After an
// error it is useless: the next bytes may be the rest of another reply. A store is not trusted: no
// answer takes more than the bounds of a reply, or ends the program.
type storeConn struct {
	net.Conn

	r *bufio.Reader
	w *bufio.Writer
}

// dial connects. It takes at most timeout; later commands have no limit, see SetDeadline.
func (s *store) dial(ctx context.Context, timeout time.Duration) (*storeConn, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	var dialer interface {
		DialContext(ctx context.Context, network, address string) (net.Conn, error)
	} = new(net.Dialer)
	if s.tls != nil {
		dialer = &tls.Dialer{Config: s.tls}
	}
	raw, err := dialer.DialContext(ctx, s.network, s.address)
	if err != nil {
		return nil, err
	}
	c := &storeConn{raw, bufio.NewReaderSize(raw, maxLine), bufio.NewWriter(raw)}
	defer context.AfterFunc(ctx, func() { _ = raw.SetDeadline(time.Unix(1, 0)) })()
	switch {
	case s.user != "":
		_, err = c.do("AUTH", s.user, s.password)
	case s.password != "":
		_, err = c.do("AUTH", s.password)
	}
	if err == nil && s.database != "" {
		_, err = c.do("SELECT", s.database)
	}
	if err != nil {
		_ = raw.Close() // the reason matters more
		return nil, err
	}
	return c, nil
}

// do sends a command and waits for its reply.
func (c *storeConn) do(words ...string) (any, error) {
	c.queue(words...)
	if err := c.w.Flush(); err != nil {
		return nil, err
	}
	return c.reply()
}

// queue appends a command to the commands that the next flush of w sends.
func (c *storeConn) queue(words ...string) {
	fmt.Fprintf(c.w, "*%d\r\n", len(words))
	for _, word := range words {
		fmt.Fprintf(c.w, "$%d\r\n%s\r\n", len(word), word)
	}
}

// reply reads one reply: nil, a string, an int64, or a []any of these. An error in the reply is
// returned as an error, also inside a list.
func (c *storeConn) reply() (any, error) {
	values := maxValues
	return c.receive(&values)
}

// receive reads a value of a reply that may have left more values. It compares every length with a
// bound before it uses it.
func (c *storeConn) receive(left *int) (any, error) {
	line, err := c.r.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	if *left--; *left < 0 || len(line) < 3 || line[len(line)-2] != '\r' {
		return nil, fmt.Errorf("the store answers what is no reply: %.40q", line)
	}
	kind, text := line[0], string(line[1:len(line)-2])
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case kind == '+':
		return text, nil
	case kind == '-':
		return nil, fmt.Errorf("the store says %.200q", text)
	case kind == ':' && err == nil:
		return n, nil
	case (kind == '$' || kind == '*') && text == "-1":
		return nil, nil
	case kind == '$' && err == nil && 0 <= n && n <= maxText:
		b := make([]byte, n+2)
		if _, err = io.ReadFull(c.r, b); err != nil {
			return nil, err
		}
		return string(b[:n]), nil
	case kind == '*' && err == nil && 0 <= n && n <= int64(*left):
		list := make([]any, n)
		for i := range list {
			if list[i], err = c.receive(left); err != nil {
				return nil, err
			}
		}
		return list, nil
	}
	return nil, fmt.Errorf("the store answers what is no reply: %.40q", line)
}
