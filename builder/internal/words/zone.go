package words

import (
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
)

// Zone labels the clock of a start: "(horário de Brasília, UTC−3)", with the
// offset of that very date. name is the zone's IANA name. A clock without an
// offset is "(horário local)", an offset without a zone stands alone, and a
// start without an hour has no label.
func (w *Words) Zone(start catalog.Moment, name string) string {
	switch start.Precision {
	case catalog.Local:
		return w.pick("(horário local)", "(local time)")
	case catalog.Instant:
		offset := Offset(start.Time)
		city := w.zoneCity(name)
		switch {
		case city == "":
			return "(" + offset + ")"
		case w.pt:
			return "(horário " + city + ", " + offset + ")"
		}
		return "(" + city + " time, " + offset + ")"
	}
	return ""
}

// Offset is the offset of t from UTC as people read it, with a true minus sign
// (U+2212): "UTC−3", "UTC+5:30", "UTC". Seconds, which only zones before the
// 20th century have, are left out.
func Offset(t time.Time) string {
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
	return "UTC" + sign + strconv.Itoa(hours) + ":" + twoDigits(minutes)
}

// zoneCity is the city of a zone as it follows "horário" (with its preposition)
// or comes before "time"; "" when the zone is not named after a place.
func (w *Words) zoneCity(name string) string {
	if known, ok := zoneCities[name]; ok {
		return w.pick(known.pt, known.en)
	}
	region, city, found := strings.Cut(name, "/")
	if !found || region == "Etc" {
		return ""
	}
	if i := strings.LastIndexByte(city, '/'); i >= 0 {
		city = city[i+1:]
	}
	city = strings.ReplaceAll(city, "_", " ")
	return w.pick("de "+city, city)
}

// zoneCities are the zones whose IANA name, which is ASCII and English, is not
// how readers write the city, and those known by another name. The Portuguese
// carries its preposition.
var zoneCities = map[string]struct{ pt, en string }{
	"America/Sao_Paulo":   {"de Brasília", "Brasília"},
	"Brazil/East":         {"de Brasília", "Brasília"},
	"America/Araguaina":   {"de Araguaína", "Araguaína"},
	"America/Bahia":       {"da Bahia", "Bahia"},
	"America/Belem":       {"de Belém", "Belém"},
	"America/Cuiaba":      {"de Cuiabá", "Cuiabá"},
	"America/Eirunepe":    {"de Eirunepé", "Eirunepé"},
	"America/Maceio":      {"de Maceió", "Maceió"},
	"America/Noronha":     {"de Fernando de Noronha", "Fernando de Noronha"},
	"Brazil/DeNoronha":    {"de Fernando de Noronha", "Fernando de Noronha"},
	"America/Recife":      {"do Recife", "Recife"},
	"America/Rio_Branco":  {"de Rio Branco", "Rio Branco"},
	"America/Porto_Acre":  {"de Rio Branco", "Rio Branco"},
	"Brazil/Acre":         {"de Rio Branco", "Rio Branco"},
	"America/Santarem":    {"de Santarém", "Santarém"},
	"Brazil/West":         {"de Manaus", "Manaus"},
	"America/Asuncion":    {"de Assunção", "Asunción"},
	"America/Bogota":      {"de Bogotá", "Bogotá"},
	"America/Cancun":      {"de Cancún", "Cancún"},
	"America/Guatemala":   {"da Guatemala", "Guatemala"},
	"America/Havana":      {"de Havana", "Havana"},
	"America/Mexico_City": {"da Cidade do México", "Mexico City"},
	"America/Montevideo":  {"de Montevidéu", "Montevideo"},
	"America/New_York":    {"de Nova York", "New York"},
	"America/Panama":      {"do Panamá", "Panama"},
	"America/Puerto_Rico": {"de Porto Rico", "Puerto Rico"},
	"Africa/Algiers":      {"de Argel", "Algiers"},
	"Africa/Cairo":        {"do Cairo", "Cairo"},
	"Africa/Johannesburg": {"de Joanesburgo", "Johannesburg"},
	"Africa/Nairobi":      {"de Nairóbi", "Nairobi"},
	"Africa/Sao_Tome":     {"de São Tomé", "São Tomé"},
	"Africa/Tunis":        {"de Túnis", "Tunis"},
	"Asia/Calcutta":       {"de Calcutá", "Kolkata"},
	"Asia/Hong_Kong":      {"de Hong Kong", "Hong Kong"},
	"Asia/Jerusalem":      {"de Jerusalém", "Jerusalem"},
	"Asia/Kathmandu":      {"de Katmandu", "Kathmandu"},
	"Asia/Kolkata":        {"de Calcutá", "Kolkata"},
	"Asia/Seoul":          {"de Seul", "Seoul"},
	"Asia/Shanghai":       {"de Xangai", "Shanghai"},
	"Asia/Singapore":      {"de Singapura", "Singapore"},
	"Asia/Tehran":         {"de Teerã", "Tehran"},
	"Asia/Tokyo":          {"de Tóquio", "Tokyo"},
	"Atlantic/Azores":     {"dos Açores", "Azores"},
	"Atlantic/Cape_Verde": {"de Cabo Verde", "Cape Verde"},
	"Atlantic/Madeira":    {"da Madeira", "Madeira"},
	"Atlantic/Reykjavik":  {"de Reykjavík", "Reykjavík"},
	"Europe/Amsterdam":    {"de Amsterdã", "Amsterdam"},
	"Europe/Athens":       {"de Atenas", "Athens"},
	"Europe/Berlin":       {"de Berlim", "Berlin"},
	"Europe/Brussels":     {"de Bruxelas", "Brussels"},
	"Europe/Bucharest":    {"de Bucareste", "Bucharest"},
	"Europe/Budapest":     {"de Budapeste", "Budapest"},
	"Europe/Copenhagen":   {"de Copenhague", "Copenhagen"},
	"Europe/Dublin":       {"de Dublin", "Dublin"},
	"Europe/Helsinki":     {"de Helsinque", "Helsinki"},
	"Europe/Istanbul":     {"de Istambul", "Istanbul"},
	"Europe/Kiev":         {"de Kiev", "Kyiv"},
	"Europe/Kyiv":         {"de Kiev", "Kyiv"},
	"Europe/Lisbon":       {"de Lisboa", "Lisbon"},
	"Europe/London":       {"de Londres", "London"},
	"Europe/Luxembourg":   {"de Luxemburgo", "Luxembourg"},
	"Europe/Madrid":       {"de Madri", "Madrid"},
	"Europe/Moscow":       {"de Moscou", "Moscow"},
	"Europe/Prague":       {"de Praga", "Prague"},
	"Europe/Rome":         {"de Roma", "Rome"},
	"Europe/Stockholm":    {"de Estocolmo", "Stockholm"},
	"Europe/Vienna":       {"de Viena", "Vienna"},
	"Europe/Warsaw":       {"de Varsóvia", "Warsaw"},
	"Europe/Zurich":       {"de Zurique", "Zurich"},
}
