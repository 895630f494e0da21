package resultpage

import (
	_ "embed" // slots.txt
	"strings"

	"cartaz/builder/search"
)

// Flags are the conditions of one page of results.
type Flags uint64

// The conditions, named in templates by the words in flagNames.
const (
	HasQ      Flags = 1 << iota // a search term is in use
	HasFilter                   // any filter is in use
	None                        // total is 0
	One                         // total is 1
	Many                        // total is 2 or more
	HasPrev                     // there is a previous page
	HasNext                     // there is a next page
	PastEnd                     // the page is after the last one, and total > 0
	Searching                   // any of q and the filters: the page is not to be indexed

	Corrected // the results are for corrected words
	HasTries  // total is 0, and ListWithout has other searches
	Partial   // the results lack some words of q
	Gone      // events that are not on sale have names with all words of q

	ByDate  // the results are in the order of their start, and a term is in use
	ByPrice // the results are in the order of their prices
	Refined // a term or a filter is in use
	Wrong   // something in the request was not understood: ListWrong has sentences
	IsToday // the requested days are today
	IsTomorrow
	IsWeekend
	Later      // total is 0, and the items are from later days
	Read       // words of the term became filters
	Long       // more pages than links lead to: a form asks for one by its number
	Agent      // the answer to an agent, which has other ways to filter, to order and to follow
	fixedFlags = iota
	numFlags   = fixedFlags + len(search.Filters)
)

// Any returns the condition that some event on sale matches filter n of [search.Filters], for
// filters other than names or days: any_free in templates.
func Any(n int) Flags { return 1 << (fixedFlags + n) }

var flagNames = append(strings.Fields(`q filter none one many prev next past searching corrected
	tries partial gone by_date by_price refined wrong is_today is_tomorrow is_weekend later read
	long agent`), filterNames("any_")...)

// filterNames returns the names of all filters, each with a prefix.
func filterNames(prefix string) (names []string) {
	for _, f := range search.Filters {
		names = append(names, prefix+f.Name)
	}
	return names
}

// Slot names a value that the edge fills in.
type Slot uint8

// The slots, named in templates by the words in slotNames. The edge percent-encodes addresses
// before they are escaped.
const (
	NoSlot        Slot = iota
	SlotQ              // the search term as typed
	SlotTotal          // number of results, with the locale's separator
	SlotFirst          // ordinal of the first result on the page
	SlotLast           // ordinal of the last result on the page
	SlotPage           // page number
	SlotLastPage       // number of the last page
	SlotSelf           // query of this very page: "" or "?…"
	SlotPrev           // address of the previous page
	SlotNext           // address of the next page
	SlotFirstPage      // address of the first page of the same search
	SlotItems          // the joined fragments; not escaped, they come from the release

	SlotCorrected        // the search term as understood
	SlotCorrectedAddress // address of the search for SlotCorrected
	SlotMissing          // the words of q that the results lack
	SlotAllCount         // number of all events on sale
	SlotFilterCount      // number of filters in use
	SlotCurrency         // the sign of the currency in which prices are compared
	SlotAsked            // the term and the filters in use, as their chips name them

	SlotByDate    // address of the same search in the order of the starts
	SlotByRank    // … in the order of relevance
	SlotByPrice   // … in the order of the prices
	SlotToday     // address of the same search for today
	SlotTomorrow  // … for tomorrow
	SlotWeekend   // … for the weekend
	SlotItemValue // of an item of a list (see [List]): the value of a parameter
	SlotItemLabel // … a text for people
	SlotItemLink  // … an address
	SlotItemCount // … the number of results there

	SlotTyped   // the term as typed, if words of it became filters
	SlotLiteral // address of the search for SlotTyped, with no word read as a filter
	SlotFound   // the words of q that the results have, if they lack others
	numSlots
)

var slotNames = append([]string{""}, strings.Fields(slotsFile)...)

//go:embed slots.txt
var slotsFile string

// isTerm reports whether the slot holds words of the client, which templates put in quotes.
func (s Slot) isTerm() bool {
	switch s {
	case SlotQ, SlotCorrected, SlotTyped, SlotFound, SlotMissing:
		return true
	}
	return false
}

// isAddress reports whether the slot holds an address or a query, which the edge has
// percent-encoded down to letters, digits and "-._~/?&=%+".
func (s Slot) isAddress() bool {
	switch s {
	case SlotCorrectedAddress, SlotLiteral, SlotByDate, SlotByRank, SlotByPrice, SlotToday,
		SlotTomorrow, SlotWeekend, SlotItemLink:
		return true
	}
	return s >= SlotSelf && s <= SlotFirstPage
}

// isOfItem reports whether the slot has a value for each item of a list.
func (s Slot) isOfItem() bool { return s >= SlotItemValue && s <= SlotItemCount }

// List names several values of one kind: the text of ⟦each name⟧ … ⟦end⟧ is repeated for each.
type List uint8

// The lists, named in templates by the words in listNames. ListField and the following are the
// filters in their order, by the names of their parameters: each has one item while its filter is
// in use, with value and label.
const (
	NoList      List = iota
	ListFilters      // the term and the filters in use: label, address without it
	ListWithout      // searches without one of ListFilters that have results: label, address, count
	ListWrong        // sentences about what was not understood: label
	ListEarlier      // pages before the previous one: label, address
	ListFurther      // pages after the next one
	ListGone         // events that are not on sale: label, address, and date and state as value
	ListField
	numLists = ListField + List(len(search.Filters))
)

var listNames = append(append([]string{""},
	strings.Fields(`filters without wrong earlier further gone`)...), filterNames("")...)

// String returns the name in templates.
func (l List) String() string { return listNames[l] }
