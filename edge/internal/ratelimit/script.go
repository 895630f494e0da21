package ratelimit

import (
	"crypto/hmac"
	"crypto/sha256"
	_ "embed" // script.lua
	"encoding/base64"
	"fmt"
	"strconv"
	"time"
)

// script charges all cells or none. ARGV is the window in microseconds, then for each key: the
// interval in microseconds and the needed units. The answer has two numbers for each key: the time
// in microseconds until the needed units would be granted, 0 for all keys when they were charged,
// and the units that remain.
//
//go:embed script.lua
var script string

// question asks for n units of all cells.
type question struct {
	cells    []cell
	n        int64
	decision *Decision     // nil when the store did not answer
	answered chan struct{} // closed when the decision is there
}

// reply is the answer of the store about one cell.
type reply struct {
	remaining int64
	wait      time.Duration
}

// scripted is a connection to a store that has the script.
type scripted struct {
	*storeConn

	secret [32]byte
	digest string // of the script
}

// load gives the script to the store, and tries it.
func (s *scripted) load() error {
	if err := s.SetDeadline(time.Now().Add(silence)); err != nil {
		return err
	}
	loaded, err := s.do("SCRIPT", "LOAD", script)
	if err != nil {
		return err
	}
	s.digest, _ = loaded.(string)
	trial := &question{cells: []cell{{quota: newQuota("", 1)}}}
	return s.exchange([]*question{trial}, func(*question, []reply) {})
}

// exchange puts questions to the store and calls learn with each question and its replies, or nil.
func (s *scripted) exchange(batch []*question, learn func(*question, []reply)) error {
	err := s.SetDeadline(time.Now().Add(silence))
	for _, q := range batch {
		s.put(q)
	}
	if err == nil {
		err = s.w.Flush()
	}
	for _, q := range batch {
		var replies []reply
		if err == nil {
			replies, err = s.replies(len(q.cells))
		}
		learn(q, replies)
	}
	return err
}

// put queues the call of the script for a question.
func (s *scripted) put(q *question) {
	words := []string{"EVALSHA", s.digest, strconv.Itoa(len(q.cells))}
	for i := range q.cells {
		words = append(words, s.key(&q.cells[i]))
	}
	words = append(words, strconv.FormatInt(Window.Microseconds(), 10))
	for i := range q.cells {
		micros := float64(q.cells[i].interval) / float64(time.Microsecond)
		words = append(words, strconv.FormatFloat(micros, 'f', -1, 64),
			strconv.FormatInt(q.cells[i].need(q.n), 10))
	}
	s.queue(words...)
}

// replies reads the answer of the store about n cells. A number that the script cannot return is an
// error.
func (s *scripted) replies(n int) ([]reply, error) {
	value, err := s.reply()
	if err != nil {
		return nil, err
	}
	list, _ := value.([]any)
	if len(list) != 2*n {
		return nil, fmt.Errorf("the store does not answer the script: %.40q", fmt.Sprint(value))
	}
	replies := make([]reply, n)
	for i := range replies {
		wait, ok := list[2*i].(int64)
		left, ok2 := list[2*i+1].(int64)
		if !ok || !ok2 || wait < 0 || wait > 3*Window.Microseconds() || left < 0 ||
			left > int64(maxRate) {
			return nil, fmt.Errorf("the store does not answer the script: %.40q", fmt.Sprint(value))
		}
		replies[i] = reply{left, time.Duration(wait) * time.Microsecond}
	}
	return replies, nil
}

// key returns the name of a cell in the store.
func (s *scripted) key(c *cell) string {
	h := hmac.New(sha256.New, s.secret[:])
	h.Write(c.name[:])
	return "cartaz:limit:" + base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}
