package cli_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"cartaz/builder/internal/serve"
)

// until implements the command until. $SAID is the length of the file that was read.
func until(ts *testscript.TestScript, args []string) {
	re, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	from, _ := strconv.Atoi(ts.Getenv("SAID"))
	var text []byte
	for range 6000 {
		text, _ = os.ReadFile(ts.MkAbs("said")) // none yet
		if at := re.FindIndex(text[min(from, len(text)):]); at != nil {
			ts.Setenv("SAID", strconv.Itoa(from+at[1]))
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("no line %q in:\n%s", args[0], text)
}

// call implements the command call.
func call(ts *testscript.TestScript, args []string) {
	at := regexp.MustCompile(`called at (\S+)`).FindStringSubmatch(ts.ReadFile("said"))
	if at == nil {
		ts.Fatalf("said names no hook")
	}
	const body = `{"event":1}`
	now := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(args[1]))
	fmt.Fprintf(mac, "%s.%s", now, body)
	r, err := http.NewRequest(http.MethodPost, "http://"+at[1]+"/build/"+args[0],
		strings.NewReader(body))
	ts.Check(err)
	r.Header.Set(serve.Signature, fmt.Sprintf("t=%s,v1=%x", now, mac.Sum(nil)))
	w, err := http.DefaultClient.Do(r)
	ts.Check(err)
	ts.Check(w.Body.Close())
	ts.Setenv("STATUS", strconv.Itoa(w.StatusCode))
	for w.StatusCode == http.StatusAccepted {
		ended, err := http.Get("http://" + at[1] + w.Header.Get("Location"))
		ts.Check(err)
		text, err := io.ReadAll(ended.Body)
		ts.Check(err)
		ts.Check(ended.Body.Close())
		if bytes.Contains(text, []byte(`"state":"done"`)) {
			ts.Check(os.WriteFile(ts.MkAbs("called"), text, 0o644))
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
