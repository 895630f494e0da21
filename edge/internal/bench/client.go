package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// client is one connection that is kept alive.
type client struct {
	conn net.Conn
	in   []byte
}

var (
	statusOK   = []byte("HTTP/1.1 200 ")
	endOfHead  = []byte("\r\n\r\n")
	gzipCoding = []byte("\r\ncontent-encoding: gzip\r\n")
	lengthName = []byte("\r\ncontent-length: ")
	lastChunk  = []byte("\r\n0\r\n\r\n")
)

// exchange sends a request and returns the body of the answer as it was framed, valid until the
// next call. An answer that is not a 200 with gzip is an error: a server must not be fast because
// it answers something else.
func (c *client) exchange(request []byte) (body []byte, err error) {
	if _, err := c.conn.Write(request); err != nil {
		return nil, err
	}
	if c.in == nil {
		c.in = make([]byte, 64<<10)
	}
	for read, head, length := 0, 0, 0; ; {
		if read == len(c.in) {
			c.in = slices.Grow(c.in, len(c.in))[:2*len(c.in)]
		}
		n, err := c.conn.Read(c.in[read:])
		if err != nil {
			return nil, err
		}
		read += n
		if head == 0 {
			end := bytes.Index(c.in[:read], endOfHead)
			if end < 0 {
				continue
			}
			head = end + len(endOfHead)
			if length, err = bodyLength(c.in[:end+2]); err != nil {
				return nil, err
			}
		}
		body := c.in[head:read]
		if length >= 0 && len(body) >= length || length < 0 && bytes.HasSuffix(body, lastChunk) {
			return body, nil
		}
	}
}

// bodyLength reads the head of an answer; -1 means that the body is chunked, as Caddy's are. It
// changes the head to lower case.
func bodyLength(head []byte) (int, error) {
	if !bytes.HasPrefix(head, statusOK) {
		line, _, _ := bytes.Cut(head, []byte("\r"))
		return 0, fmt.Errorf("answered %q", line)
	}
	for i, b := range head {
		if 'A' <= b && b <= 'Z' {
			head[i] = b | 0x20
		}
	}
	if !bytes.Contains(head, gzipCoding) {
		return 0, fmt.Errorf("not gzip:\n%s", head)
	}
	_, length, ok := bytes.Cut(head, lengthName)
	if !ok {
		return -1, nil
	}
	length, _, _ = bytes.Cut(length, []byte("\r"))
	return strconv.Atoi(string(length))
}

// ask sends requests on so many connections and returns how long each took, in order. Each
// connection picks its pages at random, by a seed of its own.
func ask(addr string, requests [][]byte, connections, total int) ([]time.Duration, error) {
	var mu sync.Mutex
	var all []time.Duration
	var failed error
	var left atomic.Int64
	left.Store(int64(total))
	var running sync.WaitGroup
	for i := range connections {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			return nil, err
		}
		defer conn.Close()
		running.Go(func() {
			c, random := &client{conn: conn}, rand.New(rand.NewPCG(1, uint64(i)))
			times := make([]time.Duration, 0, 2*total/connections)
			var err error
			for err == nil && left.Add(-1) >= 0 {
				began := time.Now()
				_, err = c.exchange(requests[random.IntN(len(requests))])
				times = append(times, time.Since(began))
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, times...)
			if err != nil {
				failed = err
			}
		})
	}
	running.Wait()
	slices.Sort(all)
	return all, failed
}
