package words

import (
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
)

// Audience writes for whom an event is, and who has access to it.
type Audience struct {
	AllAges  string       `i18n:"event.all_ages"`
	AgesFrom i18n.Message `i18n:"event.ages_from,from"`
	AgesUpTo i18n.Message `i18n:"event.ages_up_to,to"`
	AgesSpan i18n.Message `i18n:"event.ages_span,from,to"`
	// Accesses holds the ways of access by their names.
	Accesses map[string]string `i18n:"filter.word.*"`
}

// Ages returns a range of years in words: "from 12", "7 to 12", or "".
func (a *Audience) Ages(ages catalog.Ages) string {
	from, to, _ := strings.Cut(string(ages), "-")
	switch {
	case from == "":
		return ""
	case from == "0" && to == "":
		return a.AllAges
	case from == "0":
		return a.AgesUpTo.Text(to)
	case to == "":
		return a.AgesFrom.Text(from)
	}
	return a.AgesSpan.Text(from, to)
}

// Access returns the label of each way of access.
func (a *Audience) Access(access catalog.Access) (labels []string) {
	for name := range strings.SplitSeq(string(access), ",") {
		if label := a.Accesses[name]; label != "" {
			labels = append(labels, label)
		}
	}
	return labels
}

// Lasts returns a duration in the symbols of the units, which are the same in every language: "1 h
// 30 min".
func Lasts(d catalog.Duration) string {
	length, err := time.ParseDuration(strings.ToLower(strings.TrimPrefix(string(d), "PT")))
	if err != nil {
		return ""
	}
	return symbols.Replace(length.String())
}

var symbols = strings.NewReplacer("h0m0s", " h", "m0s", " min", "h", " h ")
