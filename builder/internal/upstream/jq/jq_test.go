package jq

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/internal/worker"
	"cartaz/builder/rowstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// roomy is a limit that no test meets by accident.
var roomy = Limits{Outputs: 100, Time: time.Minute}

// hurry is one for inputs that never end.
var hurry = Limits{Outputs: 100, Time: 50 * time.Millisecond}

func compile(t testing.TB, text string) *Program {
	t.Helper()
	p, err := Compile(text, []string{"$file", "$page"})
	require.NoError(t, err, text)
	return p
}

func runner(t testing.TB) *Runner {
	r := &Runner{}
	t.Cleanup(r.Close)
	return r
}

// run gives the outputs of one input as values.
func run(r *Runner, ctx context.Context, p *Program, input any, values []any,
	limits Limits) ([]any, error) {
	var out []any
	limits.Take = taker(&out)
	err := r.Run(ctx, p, Line(input), values, limits)
	return out, err
}

// taker takes outputs as values.
func taker(out *[]any) func([]byte) error {
	return func(output []byte) error {
		v, err := jsondoc.Value(output)
		*out = append(*out, v)
		return err
	}
}

// slow is an input that splits takes minutes for.
func slow() any { return map[string]any{"title": strings.Repeat("a ", 300_000)} }

// overTime begins the error of an input that never ends: a busy machine may meet the clock first.
const overTime = "one input took more than "

const slowProgram = `.title | [splits(" ")] | length`

func TestRun(t *testing.T) {
	r := runner(t)
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	pow20, _ := new(big.Int).SetString("100000000000000000000", 10)
	input := map[string]any{"a": 1, "b": []any{1.5, nil, true, false, "ç", huge, -7},
		"c": map[string]any{"": ""}}
	for _, tt := range []struct {
		program string
		want    []any
	}{
		{".", []any{input}},
		{"[.b[]] | {b: .}", []any{map[string]any{"b": input["b"]}}},
		{"[.[]?] | length, $file, $page", []any{3, "f.json", 4}},
		{"empty | map(.)", nil},
		{".a + 1", []any{2}},
		{"[]|map(.), ({}|with_entries(.))", []any{[]any{}, map[string]any{}}},
		{"1e3 + 0, 100000000000000000000", []any{1000, pow20}},
		{"[infinite, nan]", []any{[]any{math.MaxFloat64, nil}}},
	} {
		got, err := run(r, t.Context(), compile(t, tt.program), input, []any{"f.json", 4}, roomy)
		require.NoError(t, err, tt.program)
		require.Equal(t, tt.want, got, tt.program)
	}
}

// TestRunFails: what a program makes of one input says nothing about the next.
func TestRunFails(t *testing.T) {
	r := runner(t)
	for _, tt := range []struct {
		program, want string
		again         bool
	}{
		{"map(.)", "cannot iterate over: null", false},
		{`error("no title")`, "error: no title", false},
		{"def f: f; f", overTime, true},
		{"[range(infinite)]", overTime, true},
		{"range(infinite)", "more than 100 outputs for one input", false},
		{`error("x" * 100000)`, "error: x", false},
	} {
		limits := roomy
		if tt.again {
			limits = hurry
		}
		_, err := run(r, t.Context(), compile(t, tt.program), nil, []any{"", nil}, limits)
		var failed *Error
		require.ErrorAs(t, err, &failed, tt.program)
		require.Contains(t, failed.Text, tt.want)
		require.Less(t, len(failed.Text), 600)
		require.Equal(t, tt.again, failed.Again, tt.program)

		next, err := run(r, t.Context(), compile(t, "[1] | map(. + 1)"), nil, []any{"", nil}, roomy)
		require.NoError(t, err, "after %s", tt.program)
		require.Equal(t, []any{[]any{2}}, next)
	}
}

// TestBuiltinIsEnded: splits looks at no context; the worker that is in it is killed.
func TestBuiltinIsEnded(t *testing.T) {
	r := runner(t)
	p := compile(t, slowProgram)
	_, err := run(r, t.Context(), p, slow(), []any{"", nil}, hurry)
	require.ErrorContains(t, err, overTime)
	out, err := run(r, t.Context(), p, map[string]any{"title": "a b"}, []any{"", nil}, roomy)
	require.NoError(t, err)
	require.Equal(t, []any{2}, out)
}

// TestEndOfContext: a caller who gives up does not wait for a built-in.
func TestEndOfContext(t *testing.T) {
	r := runner(t)
	p := compile(t, slowProgram)
	// starts the worker
	_, err := run(r, t.Context(), p, map[string]any{"title": ""}, []any{"", nil}, roomy)
	require.NoError(t, err)
	why := errors.New("the caller is told to end")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		// Long enough in most runs to be in the middle of it; what is asserted holds
		// whenever it comes.
		time.Sleep(50 * time.Millisecond)
		cancel(why)
	}()
	_, err = run(r, ctx, p, slow(), []any{"", nil}, Limits{Outputs: 1, Time: time.Hour})
	require.Equal(t, why, err)
	_, err = run(r, ctx, p, nil, nil, roomy)
	require.Equal(t, why, err, "nothing is begun")
}

// TestMemory: a program that asks for more than a worker may have costs one input.
func TestMemory(t *testing.T) {
	before := memoryLimit
	t.Cleanup(func() { memoryLimit = before })
	memoryLimit = 128 << 20
	r := runner(t)
	_, err := run(r, t.Context(),
		compile(t, `"x" * 1000000 | [range(1000) as $i | . + "\($i)"] | length`), nil,
		[]any{"", nil}, roomy)
	var failed *Error
	require.ErrorAs(t, err, &failed)
	require.Equal(t, &Error{Text: "one input took more than 128 MiB of memory",
		Again: true},
		failed)
}

// TestSecondTry: an input is given to a second worker when the first is stopped by a machine that
// stands still, or is ended by another process, and so are the inputs that wait after it.
func TestSecondTry(t *testing.T) {
	r := runner(t)
	p := compile(t, "[.[]?]")
	for _, signal := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGKILL, syscall.SIGTERM} {
		_, err := run(r, t.Context(), p, nil, []any{"", nil}, roomy)
		require.NoError(t, err)
		require.NoError(t, syscall.Kill(child(t), signal))
		var out []any
		for i := range 3 {
			r.Send(t.Context(), p, Line([]any{i}), []any{"", nil},
				Limits{Outputs: 1, Time: 500 * time.Millisecond, Take: taker(&out)})
		}
		for range 3 {
			_, err := r.Next(t.Context())
			require.NoError(t, err)
		}
		require.Equal(t, []any{[]any{0}, []any{1}, []any{2}}, out)
	}
	_, err := run(r, t.Context(), p, nil, []any{"", nil}, roomy)
	require.NoError(t, err)
	r.repeats = maxRepeats
	require.NoError(t, syscall.Kill(child(t), syscall.SIGKILL))
	_, err = run(r, t.Context(), p, nil, []any{"", nil}, roomy)
	require.ErrorContains(t, err, "one input ended its process: signal: killed")
	_, err = run(r, t.Context(), p, nil, []any{"", nil}, roomy)
	require.NoError(t, err)
}

// child returns the process ID of the running worker.
func child(t *testing.T) int {
	t.Helper()
	threads, err := filepath.Glob("/proc/self/task/*/children")
	require.NoError(t, err)
	var all string
	for _, name := range threads {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		all += string(b)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(all))
	require.NoError(t, err)
	return pid
}

// TestRepeatsAreBounded: a program that never ends is not tried twice for ever.
func TestRepeatsAreBounded(t *testing.T) {
	r := runner(t)
	p := compile(t, "def f: f; f")
	for range maxRepeats + 2 {
		_, err := run(r, t.Context(), p, nil, []any{"", nil}, hurry)
		require.ErrorContains(t, err, "one input took more than")
	}
	require.Equal(t, maxRepeats, r.repeats)
}

// TestReadmeMap: the map of brands/README.md keeps prices whole.
func TestReadmeMap(t *testing.T) {
	text, err := os.ReadFile("../../../../brands/README.md")
	require.NoError(t, err)
	program := regexp.MustCompile("(?s)```jq\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, program)
	made, err := run(runner(t), t.Context(), compile(t, string(program[1])), map[string]any{
		"precos": []any{map[string]any{"valor": 19.99, "taxa": 0.29}}}, []any{"", nil}, roomy)
	require.NoError(t, err)
	require.Len(t, made, 1)
	require.Equal(t, []any{map[string]any{"name": nil, "price": 1999, "fee": 29}},
		made[0].(map[string]any)["tickets"])
}

// TestRefused: no program sees the clock, the zone or the environment of the machine, or other
// inputs.
func TestRefused(t *testing.T) {
	r := runner(t)
	for _, tt := range rowstest.Read[[]struct{ Program, Want string }](t, "testdata/refused.yaml") {
		_, err := run(r, t.Context(), compile(t, tt.Program), nil, []any{"", nil}, roomy)
		if tt.Want == "" {
			require.NoError(t, err, tt.Program)
			continue
		}
		require.ErrorContains(t, err, tt.Want, tt.Program)
	}
	for _, program := range []string{"{$ENV}", "$ENV.HOME", "input", "[inputs]", "debug", "stderr",
		"# no program"} {
		_, err := Compile(program, nil)
		require.Error(t, err, program)
	}
}

func TestMentions(t *testing.T) {
	for program, want := range map[string]bool{
		"$file": true, "{$file}": true, `"\($file)"`: true, "{file: 1}": false, ".file": false,
		"$page": false,
	} {
		require.Equal(t, want, compile(t, program).Mentions("$file"), program)
	}
}

// FuzzAnswer: what a program gives comes back, and no bytes of a request panic.
func FuzzAnswer(f *testing.F) {
	for _, text := range []string{`null`, `-0.0`,
		`[1, -1, 1.5, "ç", true, false, {"a": [], "": {}}]`, `1e400`,
		`123456789012345678901234567890`} {
		f.Add([]byte(text))
	}
	p := compile(f, ".")
	f.Fuzz(func(t *testing.T, b []byte) {
		v, err := jsondoc.Value(b)
		if err != nil {
			return
		}
		var out []any
		_, err = compiled{}.run(bytes.Join([][]byte{p.head, Line([]any{1, []any{}, "", nil}),
			b}, []byte("\n")), func(m worker.Message) { err = taker(&out)(m.Body) })
		require.NoError(t, err)
		require.Len(t, out, 1)
		again, err := json.Marshal(out[0])
		require.NoError(t, err)
		want, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, string(want), string(again))
	})
}
