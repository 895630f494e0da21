package words

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
)

// Zones names the zones of clocks.
type Zones struct {
	Local  string            `i18n:"date.local"`
	Named  i18n.Message      `i18n:"date.zone,city,offset"`
	City   i18n.Message      `i18n:"date.zone_city,city"`
	Cities map[string]string `i18n:"zone.*"` // by IANA name
}

// Label labels the clock of a start: "(horário de Brasília, UTC−3)", with the offset on that date.
// name is the zone's IANA name. A clock without an offset is "(horário local)", an offset without a
// zone stands alone, and a start without an hour has no label.
func (z *Zones) Label(start catalog.Moment, name string) string {
	switch start.Precision {
	case catalog.Local:
		return z.Local
	case catalog.Instant:
		offset := offsetText(start.Time)
		city := z.city(name)
		if city == "" {
			return "(" + offset + ")"
		}
		return z.Named.Text(city, offset)
	}
	return ""
}

// offsetText returns the offset of t from UTC for people, with a true minus sign (U+2212): "UTC−3",
// "UTC+5:30", "UTC". It omits seconds, which only zones before the 20th century have.
func offsetText(t time.Time) string {
	_, seconds := t.Zone()
	sign := "+"
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	hours, minutes := seconds/3600, seconds/60%60
	switch {
	case hours == 0 && minutes == 0:
		return "UTC"
	case minutes == 0:
		return "UTC" + sign + strconv.Itoa(hours)
	}
	return fmt.Sprintf("UTC%s%d:%02d", sign, hours, minutes)
}

// city returns the city of a zone as it follows "horário" (with its preposition) or comes before
// "time", or "" if the zone is not named after a place.
func (z *Zones) city(name string) string {
	if known, ok := z.Cities[name]; ok {
		return known
	}
	region, city, found := strings.Cut(name, "/")
	if !found || region == "Etc" {
		return ""
	}
	city = city[strings.LastIndexByte(city, '/')+1:]
	return z.City.Text(strings.ReplaceAll(city, "_", " "))
}
