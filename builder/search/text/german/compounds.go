package german

import "strings"

// apart are compounds, folded, that are no kind of what their last word names: a Handschuh is no
// Schuh, and who types Rock looks for music rather than for what is worn (Duden). What stands
// before a bar is a part all the same.
const apart = `
	antwort armbrust augenblick bahnhof bildschirm buchstabe eichhorn fastnacht fledermaus
	fruhstuck gluhbirne handschuh handwerk hochzeit kamerad lowenzahn maulwurf meerschwein mittag
	nachbar nachmittag ohrwurm schornstein vormittag weihnacht weihnachten zeitschrift
	montag dienstag donnerstag freitag samstag sonntag sonnabend
	daten|bank dirndl|rock falten|rock gehrock glocken|rock jeans|rock leder|rock minirock
	morgenrock petticoatrock reifrock schottenrock trachten|rock tull|rock unterrock waffenrock
	wickelrock`

// Apart returns the compounds that are no kind of what their last word names, each with its part
// that stands all the same, or "".
func Apart() map[string]string { return apartParts }

var apartParts = func() map[string]string {
	all := map[string]string{}
	for word := range strings.FieldsSeq(apart) {
		before, head, ok := strings.Cut(word, "|")
		if !ok {
			before, head = "", word
		}
		all[before+head] = before
	}
	return all
}()
