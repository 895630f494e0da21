package catalog

import "time"

// Event is one event as version 1 of the public API shows it. The field list is closed: a new field
// of a backend never appears here by itself.
//
// A pointer is a member that may be null. Times are RFC 3339 with the offset of the event's zone.
// Without a known zone they are local time without offset; without a known hour they are a date.
type Event struct {
	ID          int64     `json:"id"`
	Slug        string    `json:"slug"`
	Name        string    `json:"name"`
	Description *string   `json:"description"`
	Status      *string   `json:"status"`
	StartsAt    *string   `json:"starts_at"`
	EndsAt      *string   `json:"ends_at"`
	Timezone    *string   `json:"timezone"`
	IsOnline    bool      `json:"is_online"`
	IsClosed    bool      `json:"is_closed"`
	URL         string    `json:"url"`
	Images      Images    `json:"images"`
	Location    *Location `json:"location"`
	Producer    *Producer `json:"producer"`
}

// Over returns the time after which the event is over, computed by the function [Over]; false when
// no date is known.
func (e *Event) Over() (time.Time, bool) {
	// When this program does not know the zone, Over uses the offset of the start.
	return Over(ParseMoment(OrEmpty(e.StartsAt)), ParseMoment(OrEmpty(e.EndsAt)),
		Zone(OrEmpty(e.Timezone)))
}

// Images are the addresses of an event's pictures. Each is http or https, or null.
type Images struct {
	Banner    *string `json:"banner"`
	Thumbnail *string `json:"thumbnail"`
}

// Location is where an event takes place. Every member is a string or null, including the
// coordinates (decimal degrees, WGS 84).
type Location struct {
	Name             *string `json:"name"`
	City             *string `json:"city"`
	State            *string `json:"state"`
	StateAbbr        *string `json:"state_abbr"`
	FormattedAddress *string `json:"formatted_address"`
	Latitude         *string `json:"latitude"`
	Longitude        *string `json:"longitude"`
}

// Producer is who runs an event. Slug is what the organization filter matches.
type Producer struct {
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// Meta is the page metadata of a list answer.
type Meta struct {
	Total       int `json:"total"`
	PerPage     int `json:"per_page"`
	CurrentPage int `json:"current_page"`
	LastPage    int `json:"last_page"`
}

// EventList is the body of a list answer.
type EventList struct {
	Data []Event `json:"data"`
	Meta Meta    `json:"meta"`
}

// Health is the body of a health answer. Release and BuiltAt are null while a
// brand has no release.
type Health struct {
	Status  string  `json:"status"`
	Brand   string  `json:"brand"`
	Release *string `json:"release"`
	BuiltAt *string `json:"built_at"`
	Events  int     `json:"events"`
}

// Credential is the body of an identity answer: an anonymous agent credential.
type Credential struct {
	IdentityType   string          `json:"identity_type"`
	CredentialType string          `json:"credential_type"`
	Credential     string          `json:"credential"`
	Usage          CredentialUsage `json:"usage"`
}

// CredentialUsage describes how a credential is sent and what it is for.
type CredentialUsage struct {
	Header       string   `json:"header"`
	Purpose      []string `json:"purpose"`
	GrantsAccess bool     `json:"grants_access"`
}

// Limits of the list endpoint.
const (
	DefaultPerPage = 20
	MaxPerPage     = 50
)
