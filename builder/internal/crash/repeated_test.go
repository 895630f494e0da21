package crash_test

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
)

// TestB20RepeatedMembers has brands whose documents say a thousand times, with -stride=1 also
// 90,000 times and a million times, what each member of a record may say once. There is a brand
// for each kind of source and each way to read JSON, and for the sheet of edits. A thousand times
// they are built in one run, else one by one. The builder and its workers stay within their memory,
// a brand leaves no more than twice its document on disk, and the good brand beside it is live.
func TestB20RepeatedMembers(t *testing.T) {
	inShort(t)
	times := []int{1000}
	if *stride == 1 {
		times = append(times, 90_000, 1_000_000) // a record may have 100,000 values
	}
	for _, n := range times {
		t.Run(fmt.Sprint(n), func(t *testing.T) { repeated(t, n) })
	}
}

func repeated(t *testing.T, n int) {
	k := newKiller(t, t.TempDir(), 1)
	small(t, k.brands, 0)
	good := filepath.Join(k.brands, "festa", "brand.yaml")
	yaml, err := os.ReadFile(good)
	require.NoError(t, err)
	var objects, lines []string
	for _, name := range validate.Members {
		for _, value := range jsonValues(n) {
			usual := map[string]json.RawMessage{
				"id":        json.RawMessage(fmt.Sprint(len(objects) + 1)),
				"name":      json.RawMessage(fmt.Sprintf(`"Roda %d"`, len(objects))),
				"starts_at": json.RawMessage(`"2027-02-01T20:00:00-03:00"`)}
			usual[name] = json.RawMessage(value)
			object, err := json.Marshal(usual)
			require.NoError(t, err)
			objects = append(objects, string(object))
		}
		lines = append(lines, many(`,"`+name+`":1`, n))
	}
	list := "[" + strings.Join(objects, ",") + "]"
	answers := http.NewServeMux() // the path says what is answered
	server := httptest.NewServer(answers)
	t.Cleanup(server.Close)
	answer := func(path, document string) string {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = z.Write([]byte(document))
		require.NoError(t, z.Close())
		answers.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(packed.Bytes())
		})
		return server.URL + path
	}
	var heads []string
	for i, object := range objects {
		heads = append(heads, fmt.Sprintf(`{"id": %d}`, i+1))
		answer(fmt.Sprintf("/detail/%d", i+1), object)
	}
	const sheet = "kind: file, path: b.json}\nedits: {kind: csv, path: a.csv"
	few := objects[:min(len(objects), 7000/(n/1000))] // below 64 MiB
	forms := []struct{ brand, source, file, document, want string }{
		{"json", "kind: file, path: a.json", "a.json", list, "published"},
		{"ndjson", "kind: file, path: a.ndjson", "a.ndjson", strings.Join(objects, "\n"),
			"published"},
		{"twice", "kind: file, path: a.ndjson", "a.ndjson", `{"id": 1, "name": "Roda"` +
			strings.Join(lines, "}\n"+`{"id": 1, "name": "Roda"`) + "}",
			"the member is there twice"},
		{"mapped", `kind: file, path: a.json, map: map.jq`, "a.json", list, "published"},
		{"filtered", `kind: file, path: a.json, items: "[.a[]]"`, "a.json",
			`{"a": [` + strings.Join(few, ",") + `]}`, "published"},
		{"http", "kind: http, pages: none, url: " + answer("/list", list), "", list, "published"},
		{"detail", `kind: http, pages: none, detail: {url: "/detail/{id}", concurrency: 4}, ` +
			"rate: 1000/s, map: detail.jq, url: " + answer("/heads", "["+strings.Join(heads, ",")+
			"]"), "", list, "published"},
		{"command", "kind: command, command: [cat, a.json]", "a.json", list, "published"},
		{"xml", "kind: xml, path: a.xml", "a.xml", elements(n / 20), "published"},
		{"feed", "kind: feed, path: a.xml", "a.xml", rss(n / 20), "published"},
		{"csv", "kind: csv, path: a.csv", "a.csv", table(n), "published"},
		{"columns", "kind: csv, path: a.csv", "a.csv", columns(n), "held back"},
		{"ics", "kind: ics, path: a.ics", "a.ics", calendar(n), "published"},
		{"html", "kind: html, path: a.html", "a.html", jsonLD(min(n, 30_000)), "published"},
		{"microdata", "kind: html, path: a.html", "a.html", microdata(n / 20), "published"},
		{"sheet", sheet, "a.csv", table(n), "published"},
		{"rows", sheet, "a.csv", "event,name\n" + strings.Repeat("7,a\n", 20*n), "held back: " +
			"no version of sheet of edits without a fault is known"},
	}
	for _, f := range forms {
		folder := filepath.Join(k.brands, f.brand)
		text := strings.NewReplacer("festa", f.brand,
			"kind: file, path: catalogue.ndjson, max_bytes: 64 GiB", f.source).Replace(string(yaml))
		require.NoError(t, os.MkdirAll(folder, 0o755))
		for name, content := range map[string]string{"brand.yaml": text, f.file: f.document,
			"map.jq": ".e + .", "detail.jq": ".detail", "b.json": `[{"id": 7, "name": "Roda",
			"starts_at": "2027-02-01T20:00:00-03:00"}]`} {
			if name != "" {
				require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content),
					0o644))
			}
		}
	}

	together := len(forms)
	if n > 1000 {
		together = 1
	}
	for some := range slices.Chunk(forms, together) {
		args := []string{"festa"}
		for _, f := range some {
			args = append(args, f.brand)
		}
		var out bytes.Buffer
		cmd := exec.CommandContext(t.Context(), program(t, "builder"),
			append(k.command(), args...)...)
		cmd.Stdout, cmd.Stderr = &out, &out
		peak, worker := highWater(t, cmd)
		t.Logf("%d times, %v: builder %d MiB, worker %d MiB", n, args[1:], peak>>20, worker>>20)
		require.Regexp(t, "festa: (published|unchanged)", out.String())
		for _, f := range some {
			disk := size(t, filepath.Join(k.out, f.brand))
			_, said, found := strings.Cut(out.String(), "Z "+f.brand+": ")
			t.Logf("%s of %d kB: disk %d kB: %.160s", f.brand, len(f.document)>>10, disk>>10, said)
			require.True(t, found, "%s: %s", f.brand, &out)
			if n == 1000 {
				require.Contains(t, said[:strings.IndexByte(said, '\n')], f.want, f.brand)
			}
			require.Less(t, disk, int64(2*len(f.document)+16<<20), f.brand)
		}
		require.Less(t, peak, int64(200<<20), "%v", args)
		// A worker looks at its memory every few milliseconds.
		require.Less(t, worker, int64(1<<30+64<<20), "%v", args)
	}
	_, err = release.Current(k.dir)
	require.NoError(t, err)
}

// size is how many bytes the files of a folder have, which may be missing.
func size(t *testing.T, dir string) (bytes int64) {
	require.NoError(t, filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if info, wrong := e.Info(); wrong == nil && e.Type().IsRegular() {
			bytes += info.Size()
		}
		return err
	}))
	return bytes
}

// many repeats a text n times, but no more often than an item has room for.
func many(text string, n int) string { return strings.Repeat(text, min(n, 3_500_000/len(text))) }

// jsonValues are the values that a member of a record has n times.
func jsonValues(n int) []string {
	var texts, objects strings.Builder
	for i := range min(n, 300_000) {
		fmt.Fprintf(&texts, `"%d",`, i)
	}
	for i := range min(n, 40_000) { // a session, a ticket, a place and a picture
		fmt.Fprintf(&objects, `{"name": "a%d", "starts_at": "2027-02-%02dT%02d:%02d:00Z", `+
			`"price": 1},`, i, 1+i/1440%28, i/60%24, i%60)
	}
	members := strings.Builder{}
	for i := range min(n, 200_000) {
		fmt.Fprintf(&members, `"x%d":1,`, i)
	}
	values := []string{"[" + many("1,", n) + "1]", "[" + many("{},", n) + "{}]",
		`"` + many("a ", n) + `"`, `"` + many("<b>a", n) + `"`, "[" + texts.String() + `"a"]`,
		"[" + objects.String() + "1]", "{" + members.String() + `"name": "a"}`,
		many("[", min(n, 9000)) + many("]", min(n, 9000))}
	if n > 100_000 {
		values = values[:3] // the others are too long for an item
	}
	return values
}

// elements is XML of events, each of which has n times a member of a record.
func elements(n int) string {
	var b strings.Builder
	b.WriteString("<events>")
	for i, name := range validate.Members {
		fmt.Fprintf(&b, "<event><id>%d</id><name>Roda %[1]d</name><starts_at>2027-02-01T20:00:00"+
			"-03:00</starts_at>%s</event>", i+1, many("<"+name+">1</"+name+">", n))
	}
	return b.String() + "</events>"
}

// rss is a feed of entries, each of which has n times an element of entries.
func rss(n int) string {
	var b strings.Builder
	b.WriteString(`<rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/" ` +
		`xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>a</title>`)
	for i, name := range strings.Fields(`title link description category author guid pubDate
		comments enclosure source content:encoded ev:startdate ev:enddate ev:location
		ev:organizer ev:type`) {
		fmt.Fprintf(&b, "<item><title>Roda %d</title><guid>%[1]d</guid><ev:startdate>2027-02-01"+
			"T20:00:00-03:00</ev:startdate>%s</item>", i+1, many("<"+name+">a</"+name+">", n))
	}
	return b.String() + "</channel></rss>"
}

// table has a row for each member of a record, in whose cell a list has n parts.
func table(n int) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(append([]string{"event", "title", "start"}, validate.Members...))
	rows := 0
	for i := range validate.Members {
		for _, part := range []string{"a, ", "1;", "2027-02-01T20:00; ", "a\n"} {
			row := make([]string, len(validate.Members)+3)
			rows++
			row[0], row[1], row[2] = strconv.Itoa(rows), fmt.Sprint("Roda ", rows),
				"2027-02-01 20:00"
			row[3+i] = many(part, n/4)
			_ = w.Write(row)
		}
	}
	w.Flush()
	return b.String()
}

// columns is a table that has each member of a record as n columns in all.
func columns(n int) string {
	head, row := "title;start", ""
	for _, name := range validate.Members {
		if name != "sessions" && !strings.HasSuffix(name, "_at") { // without which it has no start
			head += strings.Repeat(";"+name, n/len(validate.Members))
			row += strings.Repeat(";1", n/len(validate.Members))
		}
	}
	return head + "\nRoda;2027-02-01 20:00" + row + "\nSamba;2027-02-02 20:00" + row
}

// calendar has events, each of which says a property n times, in lines and in one line.
func calendar(n int) string {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\n")
	event := func(lines string) {
		fmt.Fprintf(&b, "BEGIN:VEVENT\nUID:%d\nSUMMARY:Roda %[1]d\nDTSTART:20270201T200000Z\n%s"+
			"END:VEVENT\n", b.Len(), lines)
	}
	for name, value := range map[string]string{"ATTACH": "http://a.example/", "CATEGORIES": "a",
		"CLASS": "PUBLIC", "COMMENT": "a", "CONTACT": "a", "DESCRIPTION": "a",
		"DTEND": "20270201T220000Z", "DTSTART": "20270201T200000Z", "DURATION": "PT1H",
		"EXDATE": "20270201T200000Z", "GEO": "1;1", "LOCATION": "a", "ORGANIZER": "mailto:a",
		"ATTENDEE": "mailto:a", "RDATE": "20270201T200000Z", "RELATED-TO": "a",
		"RESOURCES": "a", "RRULE": "FREQ=DAILY;COUNT=2", "STATUS": "CONFIRMED", "SUMMARY": "a",
		"UID": "a", "URL": "http://a.example/", "X-COST": "1"} {
		event(many(name+":"+value+"\n", n))
		event(name + ":" + many(value+",", n) + value + "\n")
	}
	return b.String() + "END:VCALENDAR\n"
}

// schema are members of an event of schema.org.
const schema = `name startDate endDate location offers organizer performer image url keywords
	eventStatus eventSchedule subEvent superEvent doorTime duration description identifier
	eventAttendanceMode isAccessibleForFree previousStartDate typicalAgeRange inLanguage sameAs`

// jsonLD is a page of events of schema.org, each of which says a member n times.
func jsonLD(n int) string {
	var b strings.Builder
	for _, name := range strings.Fields(schema) {
		for _, value := range jsonValues(n / 10) {
			fmt.Fprintf(&b, `<script type="application/ld+json">{"@type": "Event", "@id": "%d", `+
				`"name": "Roda %[1]d", "startDate": "2027-02-01T20:00:00-03:00", %q: %s}</script>`,
				b.Len(), name, value)
		}
	}
	return b.String()
}

// microdata is a page of events of schema.org, each of which says an itemprop n times.
func microdata(n int) string {
	var b strings.Builder
	for _, name := range strings.Fields(schema) {
		fmt.Fprintf(&b, `<div itemscope itemtype="https://schema.org/Event"><b itemprop="name">`+
			`Roda %d</b><time itemprop="startDate" datetime="2027-02-01T20:00:00-03:00">`+
			`</time>%s</div>`, b.Len(), many(`<i itemprop="`+name+`">a</i>`, n))
	}
	return b.String()
}
