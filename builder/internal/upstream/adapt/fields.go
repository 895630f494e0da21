package adapt

import (
	"strings"

	"cartaz/builder/text"
)

// Field is what a column of a table, or an element of XML, says of an event.
type Field string

// The fields. Their names are those of members of a record but for what comes in parts.
const (
	ID          Field = "id"
	Slug        Field = "slug"
	Name        Field = "name"
	Description Field = "description"
	Starts      Field = "starts_at"
	StartTime   Field = "start_time" // the time of day, beside a date
	Ends        Field = "ends_at"
	EndTime     Field = "end_time"
	Timezone    Field = "timezone"
	Venue       Field = "location.name"
	Address     Field = "location.formatted_address"
	City        Field = "location.city"
	Region      Field = "location.state"
	Country     Field = "location.country"
	Latitude    Field = "location.latitude"
	Longitude   Field = "location.longitude"
	Tags        Field = "tags"
	Image       Field = "images.banner"
	Producer    Field = "producer.name"
	BuyURL      Field = "buy_url"
	Status      Field = "status"
	State       Field = "state"
	Online      Field = "is_online"
	Updated     Field = "updated_at"
)

// fieldNames are the names of each field in Portuguese, English, Spanish, French and German, folded
// (no case, no accents) and with single spaces between words. brands/README.md shows them.
var fieldNames = map[Field]string{
	ID:   "id, codigo, code, uid, guid, identifier, nr",
	Slug: "slug",
	Name: "name, nome, titulo, title, evento, event, nome do evento, event name, nombre, " +
		"nombre del evento, titre, nom, evenement, nom de l evenement, titel, veranstaltung, " +
		"bezeichnung, summary",
	Description: "description, descricao, descripcion, beschreibung, sobre, details, detalhes, " +
		"texto, text, resumo",
	Starts: "starts at, start, starts, start date, inicio, data, data de inicio, data inicio, " +
		"data e hora, date, date and time, fecha, fecha de inicio, fecha inicio, comienzo, " +
		"date de debut, debut, datum, beginn, startdatum, dia, quando, when, start datetime, " +
		"dtstart, startdate",
	StartTime: "time, hora, horario, hora de inicio, hora inicio, start time, heure, " +
		"heure de debut, uhrzeit, zeit, startzeit, starttime",
	Ends: "ends at, end, ends, end date, fim, termino, data de termino, data final, data fim, " +
		"data de fim, fecha de fin, fecha fin, fin, date de fin, ende, enddatum, dtend, enddate, " +
		"end datetime",
	EndTime: "end time, hora de termino, hora final, hora fim, hora de fim, hora de fin, " +
		"heure de fin, endzeit, endtime",
	Timezone: "timezone, time zone, fuso, fuso horario, zona horaria, fuseau horaire, zeitzone",
	Venue: "venue, local, lugar, espaco, place, location, lieu, salle, ort, veranstaltungsort, " +
		"onde, where, nome do local, venue name",
	Address:   "address, endereco, direccion, adresse, anschrift",
	City:      "city, cidade, municipio, ciudad, ville, stadt, localidade, localidad",
	Region:    "region, estado, uf, provincia, bundesland, departement",
	Country:   "country, pais, pays, land",
	Latitude:  "latitude, lat, breitengrad, latitud",
	Longitude: "longitude, lon, lng, long, laengengrad, langengrad, longitud",
	Tags: "tags, tag, categoria, categorias, category, categories, categorie, kategorie, " +
		"kategorien, genero, genre, tema, temas, etiquetas, assunto",
	Image: "image, imagem, imagen, bild, foto, photo, banner, cartaz, poster, image url",
	Producer: "producer, organizer, organiser, organizador, organizadora, produtor, produtora, " +
		"productor, realizacao, organisateur, veranstalter",
	BuyURL: "url, link, buy url, ingresso, ingressos, ingressos em, tickets, ticket url, " +
		"entradas, billets, billetterie, karten, website, site, enlace, lien",
	Status: "status, situacao, statut",
	State:  "state",
	Online: "online, is online, em linha, en linea, en ligne",
	Updated: "updated at, updated, atualizado em, actualizado, mis a jour, aktualisiert, " +
		"last modified, pubdate",
}

// fieldOf finds a field by a folded name.
var fieldOf = func() map[string]Field {
	of := map[string]Field{}
	for field, names := range fieldNames {
		for _, name := range strings.Split(names, ", ") {
			if _, twice := of[name]; twice {
				panic("adapt: two fields have the name " + name)
			}
			of[name] = field
		}
	}
	return of
}()

// FieldOf is the field that a header or element names; "" for none.
func FieldOf(name string) Field {
	words := strings.FieldsFunc(text.Fold(name), func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9')
	})
	return fieldOf[strings.Join(words, " ")]
}

// NamesOf lists the names of a field, folded, for messages and documentation.
func NamesOf(f Field) []string { return strings.Split(fieldNames[f], ", ") }

// states are the words that say how an event takes place, folded.
var states = map[string]string{
	"scheduled": "scheduled", "cancelled": "cancelled", "canceled": "cancelled",
	"cancelado": "cancelled", "cancelada": "cancelled", "annule": "cancelled",
	"annulee": "cancelled", "abgesagt": "cancelled", "postponed": "postponed",
	"adiado": "postponed", "adiada": "postponed", "aplazado": "postponed",
	"aplazada": "postponed", "reporte": "postponed", "reportee": "postponed",
	"verschoben": "postponed", "rescheduled": "rescheduled", "remarcado": "rescheduled",
	"remarcada": "rescheduled", "moved online": "moved_online",
}

// truths are the words for yes and no, folded.
var truths = map[string]bool{
	"true": true, "yes": true, "sim": true, "si": true, "oui": true, "ja": true, "1": true,
	"x": true, "verdadeiro": true, "verdadero": true, "vrai": true, "wahr": true,
	"false": false, "no": false, "nao": false, "non": false, "nein": false, "0": false,
	"falso": false, "faux": false, "falsch": false,
}

// Record makes a record of the texts of fields, with times that are read in the given order of day
// and month. The note says which date was read one way of two; "" for none. Of a record beyond the
// budget, which has an error then, tags are missing.
func Record(b *Budget, fields map[Field]string, order Order) (record map[string]any, note string) {
	record = map[string]any{}
	location := map[string]any{}
	for _, f := range []Field{ID, Slug, Name, Timezone, BuyURL, Status} {
		Put(record, string(f), strings.TrimSpace(fields[f]))
	}
	if text := strings.TrimSpace(fields[Description]); text != "" {
		record["description"], record["description_format"] = text, "text"
		if LooksHTML(text) {
			record["description_format"] = "html"
		}
	}
	for f, clock := range map[Field]Field{Starts: StartTime, Ends: EndTime, Updated: ""} {
		text, doubt := order.Time(fields[f], fields[clock])
		if f == Ends && strings.TrimSpace(fields[f]) == "" && fields[EndTime] != "" {
			// The end of a single day is its time alone.
			text, _ = order.Time(fields[Starts], fields[EndTime])
		}
		Put(record, string(f), text)
		if doubt && f == Starts {
			note = order.Note(fields[f])
		}
	}
	for f, member := range map[Field]string{Venue: "name", Address: "formatted_address",
		City: "city", Country: "country"} {
		Put(location, member, strings.TrimSpace(fields[f]))
	}
	for f, member := range map[Field]string{Latitude: "latitude", Longitude: "longitude"} {
		Put(location, member, strings.ReplaceAll(strings.TrimSpace(fields[f]), ",", "."))
	}
	region := strings.TrimSpace(fields[Region])
	if state, known := states[text.Fold(strings.TrimSpace(fields[State]))]; known {
		record["state"] = state
	} else if region == "" {
		region = strings.TrimSpace(fields[State])
	}
	if state, known := states[text.Fold(strings.TrimSpace(fields[Status]))]; known &&
		record["state"] == nil {
		record["state"] = state
	}
	if len(region) == 2 {
		Put(location, "state_abbr", strings.ToUpper(region))
	} else {
		Put(location, "state", region)
	}
	Put(record, "location", location)
	var tags []any
	for tag := range strings.FieldsFuncSeq(fields[Tags], func(c rune) bool {
		return strings.ContainsRune(",;|\n", c)
	}) {
		if b.Charge(ValueCost) != nil {
			break
		}
		if tag = strings.TrimSpace(tag); tag != "" {
			tags = append(tags, tag)
		}
	}
	Put(record, "tags", tags)
	if image := strings.TrimSpace(fields[Image]); image != "" {
		record["images"] = map[string]any{"banner": image}
	}
	if producer := strings.TrimSpace(fields[Producer]); producer != "" {
		record["producer"] = map[string]any{"name": producer}
	}
	if yes, known := truths[text.Fold(strings.TrimSpace(fields[Online]))]; known && yes {
		record["is_online"] = true
	}
	return record, note
}

// LooksHTML says whether a text without a format is HTML: it ends an element that HTML has, or
// breaks a line in it.
func LooksHTML(s string) bool {
	if strings.IndexByte(s, '<') < 0 {
		return false
	}
	s = strings.ToLower(s)
	for _, tag := range []string{"</p>", "</a>", "</b>", "</li>", "</strong>", "</div>", "</em>",
		"</span>", "</h2>", "</h3>", "<br>", "<br/>", "<br />"} {
		if strings.Contains(s, tag) {
			return true
		}
	}
	return false
}
