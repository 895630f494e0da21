package resultpage

// Flags are the conditions of one page of results.
type Flags uint64

// The conditions, named in templates by the words in flagNames.
const (
	HasQ      Flags = 1 << iota // a search term is in use
	HasCity                     // a city filter is in use
	HasState                    // a state filter is in use
	HasOrg                      // an organiser filter is in use
	HasFilter                   // any of city, state, organiser
	None                        // total is 0
	One                         // total is 1
	Many                        // total is 2 or more
	HasPrev                     // there is a page before this one
	HasNext                     // there is a page after this one
	PastEnd                     // the page lies behind the last one, and total > 0
	Searching                   // any of q and the filters: the page is not to be indexed

	Corrected // the results are those of words like the ones typed
	HasTries  // total is 0, and ListWithout has other searches
	Unknown   // total is 0, as some words of q find nothing by themselves
	Apart     // total is 0, though each word of q finds something

	HasFree   // only events that cost nothing are asked for
	HasOnline // only events that are online are asked for
	ByDate    // there is a term, and the results are in the order of their start
	Refined   // a term or a filter is in use
	Wrong     // something that was asked for was not understood: ListWrong has sentences
	AnyFree   // some event on sale costs nothing
	AnyOnline // some event on sale is online
	IsToday   // the days asked for are today
	IsTomorrow
	IsWeekend
	HasCFP   // only events with an open call for papers are asked for
	AnyCFP   // some event on sale has one
	Later    // total is 0, and the items are those of later days
	Read     // words of the term became filters
	numFlags = iota
)

var flagNames = [numFlags]string{
	"q", "city", "state", "organization", "filter",
	"none", "one", "many", "prev", "next", "past", "searching",
	"corrected", "tries", "unknown", "apart",
	"free", "online", "by_date", "refined", "wrong", "any_free", "any_online",
	"is_today", "is_tomorrow", "is_weekend", "cfp", "any_cfp", "later", "read",
}

// Slot names a value that the edge fills in.
type Slot uint8

// The slots, named in templates by the words in slotNames. Addresses are
// percent-encoded by the edge before they are escaped.
const (
	NoSlot        Slot = iota
	SlotQ              // the search term as typed
	SlotCity           // the city: its label when the index knows it, else as typed
	SlotState          // the state, in capitals when the index knows it, else as typed
	SlotOrg            // the organiser: its label when the index knows it, else as typed
	SlotOrgValue       // the organiser filter as typed
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
	SlotUnknown          // the words that find nothing, each in quotation marks (see InnerQuotes)
	SlotAllCount         // number of all events on sale
	SlotAsked            // the term and the filters in use, as their chips name them

	SlotFrom      // first day asked for, YYYY-MM-DD, "" for none
	SlotTo        // last day asked for
	SlotByDate    // address of the same search in the order of the starts
	SlotByRank    // … in the order of relevance
	SlotToday     // address of the same search for today
	SlotTomorrow  // … for tomorrow
	SlotWeekend   // … for the weekend
	SlotItemName  // of an item of a list (see [List]): the name of a parameter
	SlotItemValue // … its value
	SlotItemLabel // … a text for people
	SlotItemLink  // … an address
	SlotItemCount // … the number of results there

	SlotTyped   // the term as typed where words of it became filters
	SlotLiteral // address of the search for it as it is
	numSlots
)

var slotNames = [numSlots]string{
	"", "q", "city", "state", "organization", "organization_value",
	"total", "first", "last", "page", "last_page", "self",
	"prev", "next", "first_page", "items",
	"corrected", "corrected_address", "unknown", "all_count", "asked",
	"from", "to", "by_date_address", "by_rank_address",
	"today_address", "tomorrow_address", "weekend_address",
	"name", "value", "label", "address", "count", "typed", "literal_address",
}

// isTerm says whether the slot holds words of the client, which templates put in quotation marks.
func (s Slot) isTerm() bool {
	switch s {
	case SlotQ, SlotCorrected, SlotTyped:
		return true
	}
	return false
}

// isAddress says whether the slot holds an address or a query, which the edge has percent-encoded
// down to letters, digits and "-._~/?&=%+".
func (s Slot) isAddress() bool {
	switch s {
	case SlotCorrectedAddress, SlotLiteral, SlotByDate, SlotByRank, SlotToday, SlotTomorrow,
		SlotWeekend, SlotItemLink:
		return true
	}
	return s >= SlotSelf && s <= SlotFirstPage
}

// isOfItem says whether the slot has a value for each item of a list.
func (s Slot) isOfItem() bool { return s >= SlotItemName && s <= SlotItemCount }

// List names several values of one kind: the text of ⟦each name⟧ … ⟦end⟧ is repeated for each.
type List uint8

// The lists, named in templates by the words in listNames.
const (
	NoList      List = iota
	ListFilters      // filters in use that have no slot of their own: label, address without it
	ListHidden       // parameters in use that the form has no field for: name and value
	ListWithout      // searches without one of ListFilters that find: label, address, count
	ListWrong        // sentences about what was not understood: label
	numLists
)

var listNames = [numLists]string{"", "filters", "hidden", "without", "wrong"}
