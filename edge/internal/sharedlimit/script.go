package sharedlimit

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"time"

	"github.com/valkey-io/valkey-go"

	"cartaz/edge/internal/ratelimit"
)

// script charges leases. ARGV is the window in microseconds, then for each key: the interval in
// microseconds, the debt, the units that are needed and those that are wanted. The answer has three
// numbers for each key: the units granted, the time in microseconds until what is needed would be
// granted, and the units that remain. Debts are charged in any case.
var script = valkey.NewLuaScript(`
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local window = tonumber(ARGV[1])
local start, refused = {}, false
for i, key in ipairs(KEYS) do
	local interval, debt, need = tonumber(ARGV[4*i-2]), tonumber(ARGV[4*i-1]), tonumber(ARGV[4*i])
	local tat = tonumber(redis.call('GET', key) or '0')
	start[i] = math.min(math.max(tat, now), now + 2 * window) + debt * interval
	refused = refused or start[i] + need * interval - now > window
end
local answer = {}
for i, key in ipairs(KEYS) do
	local interval, debt, need = tonumber(ARGV[4*i-2]), tonumber(ARGV[4*i-1]), tonumber(ARGV[4*i])
	local wait = math.max(0, start[i] + need * interval - now - window)
	local free = math.max(0, math.floor((window - (start[i] - now)) / interval))
	local granted = 0
	if not refused then granted = math.min(tonumber(ARGV[4*i+1]), free) end
	local tat = start[i] + granted * interval
	if granted > 0 or debt > 0 then
		redis.call('SET', key, string.format('%.0f', tat), 'PX', math.ceil((tat - now) / 1000))
	end
	answer[3*i-2], answer[3*i-1], answer[3*i] = granted, math.ceil(wait), free - granted
end
return answer
`)

// question is what is asked of one cell.
type question struct {
	cell             ratelimit.SharedCell
	debt, need, want int64
}

// reply is what the store says of one cell.
type reply struct {
	granted, remaining int64
	wait               time.Duration
}

// ask asks the store.
func (l *Limits) ask(ctx context.Context, questions []question) ([]reply, error) {
	keys := make([]string, len(questions))
	args := make([]string, 1, 1+4*len(questions))
	args[0] = strconv.FormatInt(ratelimit.Window.Microseconds(), 10)
	for i, q := range questions {
		keys[i] = l.key(&q.cell)
		micros := float64(q.cell.Interval) / float64(time.Microsecond)
		args = append(args, strconv.FormatFloat(micros, 'f', -1, 64),
			strconv.FormatInt(q.debt, 10), strconv.FormatInt(q.need, 10),
			strconv.FormatInt(q.want, 10))
	}
	numbers, err := script.Exec(ctx, l.client(), keys, args).AsIntSlice()
	if err != nil {
		return nil, err
	}
	if len(numbers) != 3*len(questions) {
		return nil, fmt.Errorf("the store answered with %d numbers, not %d", len(numbers),
			3*len(questions))
	}
	replies := make([]reply, len(questions))
	for i := range replies {
		n := numbers[3*i:]
		replies[i] = reply{n[0], n[2], time.Duration(n[1]) * time.Microsecond}
	}
	return replies, nil
}

// key is the name of a cell in the store.
func (l *Limits) key(c *ratelimit.SharedCell) string {
	h := hmac.New(sha256.New, l.secret[:])
	h.Write(c.Name[:])
	return "cartaz:limit:" + base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}
