package search

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"

	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/query"
)

// Filter is a way to leave out events, and all that other packages know of it. A new filter is a
// row of [Filters], a field of [Query] and its texts: the labels of forms, chips and tools have
// keys by its name. What it compares is in the index: a mark that words.Filtered gives an event
// needs nothing else; a flag or a name is a field of [Doc], which that function or
// builder/internal/build fills in (searchdoc.go) and the indexer adds to a section. Words of a
// query that set it are in edge/internal/phrases.
type Filter struct {
	Name string // name of its parameter
	Type Type
	// Words are the values of a filter by words; Low and High bound a filter by a number.
	Words     []string
	Low, High int
	Section   Facet // of its values, or of marks

	field int // of Query, whose name is Name
}

// Type is the kind of values of a filter.
type Type uint8

// The types. Values of a name are keys of a facet, in any case.
const (
	OfName Type = iota
	OfDay
	OfHour
	OfWord
	OfPrice
	OfFlag
	OfAge
)

// Filters holds all filters, in their order in addresses and chips. The API has the first three.
var Filters = [...]*Filter{
	{Name: "city", Section: Cities},
	{Name: "state", Section: index.States},
	{Name: "organization", Section: Organizations},
	{Name: "from", Type: OfDay},
	{Name: "to", Type: OfDay},
	{Name: "after", Type: OfHour, Low: 1, High: index.LastHour},
	{Name: "hour", Type: OfWord, Words: strings.Fields("morning afternoon evening night")},
	{Name: "venue", Section: Venues},
	{Name: "country", Section: Countries},
	{Name: "tag", Section: Topics},
	{Name: "max_price", Type: OfPrice, Low: 1, High: 10_000_000},
	{Name: "free", Type: OfFlag, Section: index.Marks},
	{Name: "online", Type: OfFlag, Section: index.Marks},
	{Name: "cfp", Type: OfFlag, Section: index.Marks},
	{Name: "access", Type: OfWord, Words: strings.Fields("step_free sign_language captions " +
		"audio_description hearing sight mind"), Section: index.Marks},
	{Name: "status", Type: OfWord, Words: strings.Fields("cancelled postponed sold_out"),
		Section: index.Marks},
	{Name: "age", Type: OfAge, Low: 1, High: 120, Section: index.Marks},
}

func init() {
	for _, f := range Filters {
		field, ok := reflect.TypeFor[Query]().FieldByNameFunc(func(name string) bool {
			return strings.EqualFold(name, strings.ReplaceAll(f.Name, "_", ""))
		})
		if !ok {
			panic("search: Query has no field for the filter " + f.Name)
		}
		f.field = field.Index[0]
	}
}

// of returns the place of the filter's value in a query.
func (f *Filter) of(q *Query) any {
	return reflect.ValueOf(q).Elem().Field(f.field).Addr().Interface()
}

// Get returns the value of the filter in the form of a parameter, or "".
func (f *Filter) Get(q *Query) string {
	switch v := f.of(q).(type) {
	case *string:
		return *v
	case *Day:
		return v.String()
	case *int:
		if *v != 0 {
			return strconv.Itoa(*v)
		}
	case *bool:
		if *v {
			return "1"
		}
	}
	return ""
}

// Set sets the filter to the value of a parameter, clears it for "", and returns false if the value
// is not valid. Any text is a valid name, and a time counts as its day. "on" is the value that a
// browser sends for a box.
func (f *Filter) Set(q *Query, value string) (ok bool) {
	switch v := f.of(q).(type) {
	case *string:
		if f.Type == OfWord {
			value = strings.ToLower(value)
		}
		ok = f.Type == OfName || value == "" || slices.Contains(f.Words, value)
		if *v = ""; ok {
			*v = value
		}
	case *Day:
		day, _, _ := strings.Cut(value, "T")
		on, err := time.Parse(time.DateOnly, day)
		*v, ok = 0, value == "" || err == nil
		if err == nil {
			*v = DayOf(on)
		}
	case *int:
		n, err := strconv.ParseFloat(cmp.Or(value, "0"), 64)
		ok = err == nil && n == float64(int(n)) && 0 <= n && n <= float64(f.High)
		if *v = 0; ok {
			*v = int(n)
		}
	case *bool:
		*v = value == "1" || value == "on" || value == "true"
		ok = *v || value == "" || value == "0" || value == "false"
	}
	return ok
}

// Offers reports whether an event on sale passes a filter, for filters other than names and days.
func (x *Index) Offers(f *Filter) (offers bool) {
	for _, value := range append(f.Words, "1", strconv.Itoa(f.High)) {
		var q Query
		if f.Type > OfDay && f.Set(&q, value) && q != (Query{}) {
			_, n := x.Search(q, 0, 0, nil)
			offers = offers || n > 0
		}
	}
	return offers
}

// hours holds the first and the last hour of the parts of a day, by their names.
var hours = map[string][2]int{"night": {0, 4}, "morning": {5, 11}, "afternoon": {12, 17},
	"evening": {18, 23}}

// filters sets all filters of the query.
func (q *Query) filters(to *query.Filters, x *Index) {
	*to = query.Filters{Values: to.Values[:0], From: uint32(q.From), Until: uint32(q.To)}
	if q.From != 0 && q.To == 0 {
		to.Until = index.NoFirstDay - 1
	}
	for _, f := range Filters {
		asked := query.Filter{Name: f.Name, Section: f.Section}
		switch v := f.of(q).(type) {
		case *string:
			if asked.Value = *v; f.Section == Countries {
				asked.Value = x.countries(*v)
			}
		case *bool:
			if *v {
				asked.Value = f.Name
			}
		case *int:
			switch {
			case *v <= 0:
			case f.Type == OfAge:
				asked.Value = x.ages(*v)
			case f.Type == OfPrice:
				currency := x.Currency()
				asked.Section, asked.Value = index.Marks, index.PriceKey(currency, 0)
				asked.Until = index.PriceKey(currency, *v)
			}
		}
		if asked.Value != "" && (f.Type != OfWord || f.Section == index.Marks) {
			to.Values = append(to.Values, asked)
		}
	}
	if 0 < q.After && q.After <= index.LastHour {
		to.Early, to.Late = q.After, index.LastHour
	}
	if part, ok := hours[q.Hour]; ok {
		to.Early, to.Late = max(to.Early, part[0]), part[1]
	}
	if to.Late != 0 {
		to.Values = append(to.Values, query.Filter{Name: "hours", Section: index.Hours,
			Value: index.HourKey(to.Early), Until: index.HourKey(to.Late)})
	}
}

// AgesMark begins the mark of events for a range of ages: ages7-12, ages18-.
const AgesMark = "ages"

// ages returns the marks of the ranges of ages that have an age among them.
func (x *Index) ages(age int) (marks string) {
	marks = AgesMark // which no event has
	d := x.file.Dictionary(index.Marks)
	for i := d.LowerBound(0, d.Len(), []byte(AgesMark)); i < d.Len(); i++ {
		key := string(d.Key(i))
		span, ok := strings.CutPrefix(key, AgesMark)
		if !ok {
			break
		}
		from, to, _ := strings.Cut(span, "-")
		least, _ := strconv.Atoi(from)
		most, err := strconv.Atoi(to)
		if least <= age && (err != nil || age <= most) {
			marks += "\n" + key
		}
	}
	return marks
}

// countries returns codes of countries, with those of the countries in the regions among them: 150
// is Europe (UN M49).
func (x *Index) countries(codes string) string {
	for code := range strings.SplitSeq(codes, "\n") {
		region, err := language.ParseRegion(code)
		if err != nil || region.IsCountry() {
			continue
		}
		keys := x.file.Dictionary(Countries)
		for i := range keys.Len() {
			key := string(keys.Key(i))
			if country, _ := language.ParseRegion(key); region.Contains(country) {
				codes += "\n" + key
			}
		}
	}
	return codes
}
