package resultpage

import (
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
	HasPrev                     // there is a page before this one
	HasNext                     // there is a page after this one
	PastEnd                     // the page lies behind the last one, and total > 0
	Searching                   // any of q and the filters: the page is not to be indexed

	Corrected // the results are for corrected words
	HasTries  // total is 0, and ListWithout has other searches
	Partial   // the results lack some words of q
	Gone      // events that are not on sale have names with all words of q

	ByDate  // the results are in the order of their start, and a term is in use
	ByPrice // the results are in the order of their prices
	Refined // a term or a filter is in use
	Wrong   // something that was asked for was not understood: ListWrong has sentences
	IsToday // the days asked for are today
	IsTomorrow
	IsWeekend
	Later      // total is 0, and the items are those of later days
	Read       // words of the term became filters
	Long       // there are more pages than links lead to: a form asks for one by its number
	fixedFlags = iota
	numFlags   = fixedFlags + len(search.Filters)
)

// Any is the condition that some event on sale has what filter n of [search.Filters] asks for, if
// that is none of names or days: any_free in templates.
func Any(n int) Flags { return 1 << (fixedFlags + n) }

var flagNames = append(strings.Fields(`q filter none one many prev next past searching corrected
	tries partial gone by_date by_price refined wrong is_today is_tomorrow is_weekend later read
	long`), filterNames("any_")...)

// filterNames are the names of all filters behind a prefix.
func filterNames(prefix string) (names []string) {
	for _, f := range search.Filters {
		names = append(names, prefix+f.Name)
	}
	return names
}

// Slot names a value that the edge fills in.
type Slot uint8

// The slots, named in templates by the words in slotNames. Addresses are
// percent-encoded by the edge before they are escaped.
const (
	NoSlot        Slot = iota
	SlotQ              // the search term as typed
	SlotTotal          // number of results, with the locale's separator
	SlotFirst          // ordinal of the first result on the page
	SlotLast           // ordinal of the last result on the page
	SlotPage           // page number
	SlotLastPage       // number of the last page
	SlotSelf           // query of this very page: "" or "?…"
	SlotPrev           // address of the page before
	SlotNext           // address of the page after
	SlotFirstPage      // address of the first page of the same search
	SlotItems          // the joined fragments; not escaped, they come from the release

	SlotCorrected        // the search term as it was understood
	SlotCorrectedAddress // address of the search for that
	SlotMissing          // the words of q that the results lack
	SlotAllCount         // number of all events on sale
	SlotFilterCount      // number of filters in use
	SlotCurrency         // the sign of the currency that prices are compared in
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

	SlotTyped   // the term as typed where words of it became filters
	SlotLiteral // address of the search for it as it is
	SlotFound   // the words of q that the results have, where they lack others
	numSlots
)

var slotNames = append([]string{""}, strings.Fields(`q total first last page last_page self prev next first_page items corrected
	corrected_address missing all_count filter_count currency asked by_date_address
	by_rank_address by_price_address today_address tomorrow_address weekend_address value
	label address count typed literal_address found`)...)

// isTerm says whether the slot holds words of the client, which templates put in quotation marks.
func (s Slot) isTerm() bool {
	switch s {
	case SlotQ, SlotCorrected, SlotTyped, SlotFound, SlotMissing:
		return true
	}
	return false
}

// isAddress says whether the slot holds an address or a query, which the edge has percent-encoded
// down to letters, digits and "-._~/?&=%+".
func (s Slot) isAddress() bool {
	switch s {
	case SlotCorrectedAddress, SlotLiteral, SlotByDate, SlotByRank, SlotByPrice, SlotToday,
		SlotTomorrow, SlotWeekend, SlotItemLink:
		return true
	}
	return s >= SlotSelf && s <= SlotFirstPage
}

// isOfItem says whether the slot has a value for each item of a list.
func (s Slot) isOfItem() bool { return s >= SlotItemValue && s <= SlotItemCount }

// List names several values of one kind: the text of ⟦each name⟧ … ⟦end⟧ is repeated for each.
type List uint8

// The lists, named in templates by the words in listNames. Those from ListField on are the filters
// in their order, by the names of their parameters: each has one item while its filter is in use,
// with value and label.
const (
	NoList      List = iota
	ListFilters      // the term and the filters in use: label, address without it
	ListWithout      // searches without one of ListFilters that find: label, address, count
	ListWrong        // sentences about what was not understood: label
	ListEarlier      // pages before the one before this: label, address
	ListFurther      // pages behind the one behind this
	ListGone         // events that are not on sale: label, address, and date and state as value
	ListField
	numLists = ListField + List(len(search.Filters))
)

var listNames = append(append([]string{""},
	strings.Fields(`filters without wrong earlier further gone`)...), filterNames("")...)

// String is the name in templates.
func (l List) String() string { return listNames[l] }
