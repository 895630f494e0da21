package upstream

import (
	"cmp"
	_ "embed" // whole.txt
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// Signs are the parts of one answer that describe the list it is a page of: how many items and
// pages there are, and whether and where there is more. Every way of reading a source decides by
// them alone whether a list is whole.
//
// A member counts by its name and its value together: the words of its name (paging.txt of package
// lang) are the words of a row of [table], and its value has the kind that the row names. So
// {"next": "/e?page=2"} is a sign, and {"next_event": "/e/2"} and {"next": "weekend"} are not. The
// member is beside the list, in an object around the list, or in an object whose own name has only
// such words, such as pagination or _links: then the words of both names count. Header fields are
// read by the same table, also with the name of a company in front: X-Acme-Total-Count.
type Signs struct {
	Doc    any               // the document, with or without its list; nil if only the list
	Header map[string]string // [fetch.Meta.Header]
	List   []string          // path of the list in Doc; nil for Doc itself
	Asked  *url.URL          // nil for a file
	Items  int               // of the answer
	Other  bool              // it is not JSON: pages of a usual size are no sign
	said   map[string]sign   // by what they say
}

// sign is one member, or one field.
type sign struct {
	at, name string // ".meta.total" and "total", or ""
	words    string // of its name, as the table has them
	v        any
	n        int // its value as a number
}

//go:embed whole.txt
var tableText string

var table = rows(tableText)

// row is a row of the table.
type row struct {
	says, kind string
	name       *regexp.Regexp // of words
}

// rows parses the table of signs: in each row what it says, the kind of its value, and an
// expression for its words, in which IN stands for any words for items and pages.
func rows(text string) (all []row) {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if f[0] == "#" {
			continue
		}
		all = append(all,
			row{f[0], f[1], regexp.MustCompile("^(?:" + strings.ReplaceAll(
				strings.Join(f[2:], " "), "IN",
				"((noun|event|pages?|link|found|key|token|paging|info) )*") + ")$")})
	}
	return all
}

var (
	// ends matches a value at the end of a list, and noToken a value that is not a token: words, a
	// moment, an address.
	ends    = regexp.MustCompile(`^(?:|0|false|<nil>|\[\]|map\[\])$`)
	noToken = regexp.MustCompile(`^[^\[]*\s|^\d{4}-\d\d-\d\d|^\[map|^https?:|^[-+][\d:.]+$`)
	// about matches the names of objects that are about paging. plain matches a word, which is no
	// token if only its name says that it is one.
	about = regexp.MustCompile(`^(\S+ )*(paging|pages? info)\b`)
	plain = regexp.MustCompile(`^(?:[A-Z]?[a-z]{2,}|[A-Z]{2,}|[A-Z]\w*/\w+)$`)
)

// Read finds the signs of an answer.
func (s Signs) Read() Signs {
	s.said = map[string]sign{}
	s.object("", "", s.Doc, s.List)
	for name, v := range text.InOrder(s.Header) {
		s.field(name, v)
	}
	if s.said["no"].at == "" && s.more(1, "next", "number", "token") == "" {
		s.said["no"] = s.said["done"] // else the request is done, not the list
	}
	return s
}

// field reads a field of the header.
func (s Signs) field(name, v string) {
	at := "the " + name + " field"
	switch name {
	case "link":
		for _, link := range fetch.Links(v) {
			for _, rel := range link.Rels {
				s.say(lang.Paging(rel), "the Link field", link.Target)
			}
		}
		return
	case "content-range":
		_, total, _ := strings.Cut(v, "/")
		s.say("total", at, strings.TrimSpace(total))
		return
	}
	is := lang.Paging(name)
	rest := strings.TrimSpace(is[strings.LastIndexByte(is, '?')+1:])
	var object map[string]any
	switch {
	case (rest == "" || rest == "paging") && json.Unmarshal([]byte(v), &object) == nil:
		s.object(at, "", object, nil)
	case rest != is && (!strings.HasPrefix(name, "x-") || rest == "count"), rest == "size",
		strings.Contains(is, "other"), strings.Contains(rest, "left"):
	default:
		s.say(rest, at, v)
	}
}

// object reads an object. prefix has the words of the names of the objects around it, except the
// objects that hold the list.
func (s Signs) object(at, prefix string, v any, list []string) {
	object, _ := v.(map[string]any)
	for name, v := range text.InOrder(object) {
		at := at + "." + name
		is := strings.TrimSpace(prefix + " " + lang.Paging(name))
		_, nested := v.(map[string]any)
		switch {
		case len(list) > 0 && name == list[0]:
			s.object(at, "", v, list[1:])
		case nested && !strings.HasSuffix(is, "token key"):
			if !strings.Contains(is, "?") {
				s.object(at, is, v, nil)
			}
		default:
			links := adapt.List(v)
			if len(links) == 1 && !strings.Contains(is, "?") {
				s.object(at, is, links[0], nil) // as in HAL
			}
			for _, link := range links {
				// Links as a list: {"rel": "next", "href": "/e?page=2", "label": "2"}.
				link, _ := link.(map[string]any)
				href := cmp.Or(link["href"], link["url"])
				label := fmt.Sprint(link["label"])
				for rel := range strings.FieldsSeq(strings.Trim(fmt.Sprint(link["rel"]), "[]")) {
					s.say(lang.Paging(rel), at, href)
				}
				s.say(lang.Paging(label), at, href)
				n, _ := strconv.Atoi(label[strings.LastIndexByte(label, ' ')+1:])
				if n > 1 && s.beyond(0, href) {
					s.say("next", at, href)
				}
			}
			s.say(is, at, v)
		}
	}
}

// say notes what a member says: its words choose the first row of the table that matches, and its
// value must be of the kind of that row, or the member says nothing. Of several members that say
// the same the first counts, but of several totals the largest. A member that no row names may
// still be about paging: then it says "other".
func (s Signs) say(is, at string, v any) {
	if len(adapt.List(v)) > 9 {
		return // a list, and no token
	}
	n, number := Count(v)
	for _, row := range table {
		if !row.name.MatchString(is) {
			continue
		}
		_, flag := v.(bool)
		text := fmt.Sprint(v)
		says, end := row.says, ends.MatchString(text)
		// Is the value of the kind of its row?
		switch yes := lang.Yes(text); {
		case row.kind == "flag" && yes != "" && (says == "more" || !number):
			// {"last": false} says that there are more, as {"more": true} does.
			if (yes == "yes") == (says == "more") {
				says = "more"
			} else if says == "more" {
				says = "no"
			}
		case row.kind == "count" && number && (says != "more" || n > 0):
			if says == "total" && n < s.Items {
				says = "pages" // it cannot count items
			}
		case row.kind == "flag", row.kind == "count":
			continue // not of its kind
		case end && says != "last":
			says = "end"
		case row.kind != "token" && s.address(text):
			// It says what its row says.
		case row.kind == "address", flag:
			continue
		case row.kind == "way" && number:
			says = "number"
		case noToken.MatchString(text),
			(is == "token" || is == "offset") && plain.MatchString(text):
			continue
		default:
			says = "token"
		}
		if before, there := s.said[says]; !there || says == "total" && before.n < n {
			s.said[says] = sign{at, at[strings.LastIndex(at, ".")+1:], is, v, n}
		}
		return
	}
	// About paging are a number larger than that of the items, and a text that leads to a later
	// page or looks like a token.
	text, _ := v.(string)
	if about.MatchString(is) && (number && n > s.Items || !number && (s.beyond(1, text) ||
		strings.ContainsAny(text, "0123456789=") && !strings.ContainsAny(text, " /:?"))) {
		s.said["other"] = sign{at: at}
	}
}

// address reports whether a value is an address where the list may go on: on the host of the
// source, or with the same path, or with a page in its query, since a backend behind a proxy may
// write another host.
func (s Signs) address(text string) bool {
	base := cmp.Or(s.Asked, &url.URL{})
	u, err := base.Parse(text)
	if err != nil || !strings.ContainsAny(text, "/?") || strings.Contains(text, " ") {
		return false
	}
	q := query(u)
	return q.has("page") || q.has("offset") || q.has("token") || u.Host == base.Host ||
		u.Path == base.Path
}

// Total returns the number of items that the answer states for the whole list, or -1, and where it
// states it. A count that may be that of the answer alone is a total only if it is larger than the
// number of its items.
func (s Signs) Total() (n int, at string) {
	for says := range strings.FieldsSeq("filtered total count") {
		if is := s.said[says]; is.at != "" && (says != "count" || is.n > s.Items) {
			return is.n, is.at
		}
	}
	return -1, ""
}

func (s Signs) has(says string) bool { return s.said[says].at != "" }

// phrases are the signs in words.
var phrases = map[string]string{
	"more":   "says that there are more (%[1]s)",
	"pages":  "is one of %[2]d pages (%[1]s)",
	"next":   "links to a next page (%[1]s)",
	"number": "links to a next page (%[1]s)",
	"token":  "has a token for a next page (%[1]s)",
	"last":   "links to a last page (%[1]s)",
	"other":  "says of its pages what may mean more (%[1]s)",
}

// more describes a sign that there is more than the pages up to this one, the first being 1, or
// returns "". Besides a flag, the signs of the given names count.
func (s Signs) more(page int, signs ...string) string {
	for _, says := range append([]string{"more"}, signs...) {
		is, phrase := s.said[says], phrases[says]
		switch {
		case is.at == "", says == "pages" && is.n <= page, says == "last" && !s.beyond(page, is.v),
			s.has("no") && strings.Contains(phrase, "next"):
		default:
			return fmt.Sprintf(phrase, is.at, is.n)
		}
	}
	return ""
}

// query returns the signs in the query of an address, as if it were an answer.
func query(u *url.URL) Signs {
	members := map[string]any{}
	if u != nil {
		page := inPath.FindStringSubmatch(u.Path)
		members[page[1]] = page[2]
		for name, values := range u.Query() {
			members[name] = values[0]
		}
	}
	return Signs{Doc: members}.Read()
}

// beyond reports whether an address leads further than the page that was asked for.
func (s Signs) beyond(page int, v any) bool {
	u, _ := url.Parse(fmt.Sprint(v))
	last, now := query(u).said, query(s.Asked).said
	return last["page"].n > cmp.Or(now["page"].n, page) || last["offset"].n > now["offset"].n
}

// inPath matches the page at the end of a path: /page/2.
var inPath = regexp.MustCompile(`(?:/(\w+)[/-](\d{1,5}))?/?$`)

// Doubt explains why a single answer is probably not the whole list of its source, and what to
// write in brand.yaml, or returns "" if there is no sign of more. total is the total that the
// source states, or -1. before, which may be nil, returns how many items an earlier pull read: if
// the list was longer then, today's length is not the size of a page.
func (s Signs) Doubt(total int, before func() int) string {
	why := s.more(1, "pages", "next", "number", "token", "last", "other")
	or := "source.pages: none if this is all"
	switch {
	case total > s.Items:
		why = fmt.Sprintf("states %d items, %d were read", total, s.Items)
		_, at := s.Total()
		or = fmt.Sprintf(`total: "null" if that number (%s) is another`, at)
	case why != "":
		why = fmt.Sprintf("gave %d items and %s", s.Items, why)
	case total < 0 && !s.has("no") && !s.has("end") && s.full() &&
		(before == nil || before() <= s.Items):
		why = fmt.Sprintf("gave exactly %d items and states no total, as the first page of a "+
			"longer list does", s.Items)
	default:
		return ""
	}
	how := cmp.Or(s.Plan(), "{style: number}, or offset, next or token")
	return fmt.Sprintf("%s: write source.pages: %s, or %s", why, how, or)
}

// usual are common default page sizes of backends. An answer with exactly this many items looks
// like the first page of a longer list.
var usual = regexp.MustCompile(
	`^(?:10|12|15|20|24|25|30|40|50|60|75|80|100|120|150|200|250|300|400|500|\d+000)$`)

// full reports whether the answer has as many items as a page: by the answer, by its address, or by
// the usual sizes.
func (s Signs) full() bool {
	if s.Items == 0 {
		return false // as is every size that nothing states
	}
	asked := query(s.Asked).said
	sizes := []int{s.said["size"].n, asked["size"].n, asked["count"].n}
	return slices.Contains(sizes, s.Items) ||
		!s.Other && usual.MatchString(strconv.Itoa(s.Items))
}

// Count converts a value that states a number of items: a whole number, or a string of its digits.
func Count(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, v >= 0
	case float64:
		return int(v), v >= 0 && v == math.Trunc(v) && v < 1<<53
	case string:
		n, err := strconv.Atoi(v)
		return n, err == nil && n >= 0
	}
	return 0, false
}

// nextWord matches the part of a token's name that the name of its query parameter lacks:
// nextPageToken, the x-ms-continuation field.
var nextWord = regexp.MustCompile(`(?i)^(the (x-)?(\w+-)?)?_*(next|end)?[_-]?| field$`)

// Plan derives the value of source.pages from the first answer, or from a number of a page in the
// requested address, or returns "" if neither has a sign.
func (s Signs) Plan() string {
	page := s.said["page"]
	size := s.said["size"]
	end := s.said["end"]
	skip := s.said["offset"]
	token, number := "cursor", "{style: number}"
	if name := nextWord.ReplaceAllString(cmp.Or(s.said["token"], end).name, ""); name != "" {
		token = strings.ToLower(name[:1]) + name[1:]
	}
	if page.at != "" && page.n == 0 {
		number = "{style: number, first: 0}"
	}
	_, total := s.Total()
	counted := total+s.said["more"].at+s.said["no"].at != ""
	switch pages := s.said["pages"]; {
	case size.at == ".meta.pagination.pageSize":
		return `{style: number, param: "pagination[page]"}`
	case size.at == ".meta.pagination.limit" && skip.at != "":
		return fmt.Sprintf(`{style: offset, param: "pagination[start]", size: %d, `+
			`size_param: "pagination[limit]"}`, size.n)
	case pages.at == "the x-wp-totalpages field":
		return "{style: number, size: 100}" // the largest page that WordPress gives
	case page.name == "current_page", pages.name == "last_page":
		return number
	case s.has("next"):
	case s.has("token"), !s.has("number") && page.at == "" && strings.Contains(end.words, "token"):
		return fmt.Sprintf("{style: token, param: %q}", token)
	case s.has("number"), pages.at != "" && skip.at == "", page.at != "" && counted && page.n <= 1:
		return number
	case skip.at != "" && skip.n == 0 && counted && size.n > 0:
		return fmt.Sprintf("{style: offset, param: %q, size: %d, size_param: %q}", skip.name,
			size.n, size.name)
	case end.at != "":
	default:
		if page := query(s.Asked).said["page"]; page.at != "" {
			return fmt.Sprintf("{style: number, param: %q}", page.name)
		}
		return ""
	}
	return "{style: next}"
}
