package main

import (
	"fmt"
	"net"
	"time"
)

// memory measures the connections at rest of every server, one server at a time, each started anew.
func memory(o *options, site *pages, programs []program) error {
	fmt.Printf("\n%d connections at rest after %d answers each\n", o.idle, answersBefore)
	for _, p := range programs {
		bytes, err := idleMemory(p, site, o.idle)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		fmt.Printf("  %-12s%8.1f KiB each\n", p.name, float64(bytes)/1024/float64(o.idle))
	}
	return nil
}

// answersBefore is how many answers a connection has before it rests. A server may keep other
// memory after the first one.
const answersBefore = 3

// settle is how long a server may take to give memory back after the last answer.
const settle = 2 * time.Second

func idleMemory(p program, site *pages, connections int) (int64, error) {
	s, err := start(p)
	if err != nil {
		return 0, err
	}
	defer s.stop()
	// Memory of the first requests does not belong to a connection.
	if _, err := ask(s.addr, site.requests, 8, len(site.requests)); err != nil {
		return 0, err
	}
	time.Sleep(settle)
	before, err := s.anonymous()
	if err != nil {
		return 0, err
	}
	open := make([]net.Conn, 0, connections)
	defer func() {
		for _, c := range open {
			_ = c.Close() // the server ends next
		}
	}()
	c := new(client)
	for i := range connections {
		if c.conn, err = net.Dial("tcp", s.addr); err != nil {
			return 0, err
		}
		open = append(open, c.conn)
		for n := range answersBefore {
			if _, err := c.exchange(site.requests[(i+n)%len(site.requests)]); err != nil {
				return 0, err
			}
		}
	}
	time.Sleep(settle)
	after, err := s.anonymous()
	return after - before, err
}
