package catalog

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
)

// Addresses of pages, as releases, templates and code spell them. Pages of events, cities,
// organisers and problems are one level below their word; [EventsPath] itself is the list, and the
// results of a search. A [Spelling] makes them the addresses of a brand, which the edge answers
// beside these.
const (
	EventsPath     = "/eventos"
	CitiesPath     = "/cidades"
	OrganisersPath = "/organizadores"
	VenuesPath     = "/locais"
	CountriesPath  = "/paises"
	TopicsPath     = "/temas"
	ArtistsPath    = "/artistas" // acts that play at several events
	ArchivePath    = "/arquivo"  // events that are over, by month
	problemsPath   = "/problemas"
	AgendaPath     = "/agenda" // months; months and days are one level below
	SavedPath      = "/salvos" // events that a visitor has saved on a device
	AssetsPath     = "/assets" // style sheet, logo and the like, named by their hash

	EventsTwinPath = EventsPath + twinSuffix

	// Files that programs ask for without reading a page, and the manifest beside them.
	FaviconPath   = "/favicon.ico"
	TouchIconPath = "/apple-touch-icon.png"
	ManifestPath  = "/site.webmanifest"
)

// Addresses that lead to a day: the edge redirects them by the clock of the brand.
const (
	TodayPath    = "/hoje"
	TomorrowPath = "/amanha"
	WeekendPath  = "/fim-de-semana"
)

// EventPath returns the address of an event's page.
func EventPath(slug string) string { return EventsPath + "/" + slug }

// CityPath returns the address of a city's page. The key is the slug of city and state.
func CityPath(key string) string { return CitiesPath + "/" + key }

// OrganiserPath returns the address of an organiser's page.
func OrganiserPath(slug string) string { return OrganisersPath + "/" + slug }

// DayPath returns the address of a day's page: "/agenda/2026-11-28".
func DayPath(d Date) string { return AgendaPath + "/" + d.String() }

// MonthPath returns the address of a month's page: "/agenda/2026-11".
func MonthPath(m Month) string { return AgendaPath + "/" + m.String() }

// DaysQuery returns the part of the query of the list that asks for the days from a first to a last
// one.
func DaysQuery(from, to Date) string { return "from=" + from.String() + "&to=" + to.String() }

// VenuePath returns the address of a venue's page. The key is the slug of its name and its city's
// key.
func VenuePath(key string) string { return VenuesPath + "/" + key }

// CountryPath returns the address of a country's page. The key is its ISO 3166-1 code in lower
// case.
func CountryPath(key string) string { return CountriesPath + "/" + key }

// TopicPath returns the address of a topic's page. The key is the slug of the tag.
func TopicPath(key string) string { return TopicsPath + "/" + key }

// ArtistPath returns the address of an act's page. The key is the slug of its name.
func ArtistPath(key string) string { return ArtistsPath + "/" + key }

// ArchiveMonthPath returns the address of the ended events of a month: "2026-05".
func ArchiveMonthPath(month string) string { return ArchivePath + "/" + month }

// IndexLetterPath returns the address of the part of a list of groups that begins with a letter:
// "/locais/letra/b", and "/locais/letra/b/2" of its second page. Keys of groups hold no slash.
func IndexLetterPath(index, letter string, page int) string {
	path := index + "/" + letterWord + "/" + letter
	if page > 1 {
		path += "/" + strconv.Itoa(page)
	}
	return path
}

// EmbedPath returns the address of the bare list of a group's next events, for frames in pages of
// other sites. path is the address of the page of a city, an organiser, a venue or a topic.
func EmbedPath(path string) string { return embedPrefix + path }

const embedPrefix = "/embed"

// ProblemPath returns the address of the page that explains a problem code.
func ProblemPath(code Code) string { return problemsPath + "/" + string(code) }

// Suffixes of downloads: the address of a page and one of these is the address of the same content
// in another format. The list and the pages of groups have all; an event has a calendar.
const (
	CalendarSuffix = ".ics"
	AtomSuffix     = ".atom"
	FeedSuffix     = ".feed.json"

	EventsCalendarPath = EventsPath + CalendarSuffix
)

// PictureWidth and PictureHeight are the size of the pictures of shared links in pixels.
const (
	PictureWidth  = 1200
	PictureHeight = 630
)

// PicturePath is the address of the picture of a page: path + ".png", or path + ".jpg" for one with
// a photo. That of "/" is "/index.png".
func PicturePath(path string, photo bool) string {
	suffix := ".png"
	if photo {
		suffix = ".jpg"
	}
	return strings.TrimSuffix(TwinPath(path), twinSuffix) + suffix
}

// Files that programs read whole, to follow a catalogue: all events on sale, and what changed.
const (
	EventsDataPath = EventsPath + dataSuffix
	ChangesPath    = "/mudancas.ndjson"
	// ChangesTwinPath is the list of changes in words: the edge makes it.
	ChangesTwinPath = "/mudancas" + twinSuffix
)

// OAuthPrefix begins the addresses of the documents about the authorization of the site. The host
// of the API does not serve them.
const OAuthPrefix = "/.well-known/oauth-"

// RobotsPath is the file that crawlers ask for first.
const RobotsPath = "/robots.txt"

// SchedulePath is the programme of a festival as apps for conferences read it.
const SchedulePath = "/schedule.xml"

// MaxCalendar is the largest number of events in a calendar of several; the first ones are kept.
const MaxCalendar = 500

const (
	twinSuffix = ".md"
	dataSuffix = ".ndjson"
)

// TwinPath returns the address of a page's Markdown twin: path + ".md", and "/index.md" for "/". It
// keeps a query at the end.
func TwinPath(path string) string {
	path, query, found := strings.Cut(path, "?")
	if path == "/" {
		path = "/index"
	}
	if found {
		query = "?" + query
	}
	return path + twinSuffix + query
}

// Private resources of a release, with which the edge answers former addresses.
const (
	// FormerPath is the table of former addresses, in the form of [resultpage.Row]s. Each row has
	// the current path, a space, and the day of the change. The path is a page, or begins with
	// GonePath if the event was removed: the former address of such a row is a [GoneKey]. If the
	// release lacks that page, GonePath itself answers. A redirect of brand.yaml has its path or
	// absolute address alone.
	FormerPath = ":former"
	GonePath   = ":gone"
)

// GoneKey replaces the address of an event that was removed, so that the event cannot be told from
// it. It is ":" and half of the SHA-256 of the address, in hex.
func GoneKey(path string) string {
	sum := sha256.Sum256([]byte(path))
	return fmt.Sprintf(":%x", sum[:16])
}

// GoneFrom returns the private page of events that were removed from a city.
func GoneFrom(cityKey string) string {
	if cityKey == "" {
		return GonePath
	}
	return GonePath + CityPath(cityKey)
}

// Addresses of the API, below the base address of a brand ("/api/public/v1" unless brand.yaml says
// otherwise).
const (
	APIEvents      = "/events"
	APIIdentity    = "/agent/identity"
	APIHealth      = "/health"
	APIDescription = "/openapi.json"
)

// DetailPath returns the address of an event's JSON. base is the base address of the API, as a path
// or with its host.
func DetailPath(base, slug string) string { return base + APIEvents + "/" + slug }
