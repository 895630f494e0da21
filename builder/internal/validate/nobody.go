package validate

import (
	"regexp"
	"strings"
	"unicode"

	"cartaz/builder/lang"
)

// pattern compiles an expression for telephone numbers, in which 9 is a digit and ~, in a class,
// what stands between digits. PHONE is a word before a number.
func pattern(text string) *regexp.Regexp {
	return regexp.MustCompile(strings.NewReplacer("9", `\p{Nd}`, "~", ` ().\-/·•_−\p{Pd}\p{Zs}`,
		"PHONE", strings.Join(phones, "|")).Replace(text))
}

// phones are the words before a telephone number.
var phones = lang.Words("names.txt")

const telephones = `(?i:(\S*(wa\.me/|phone=)|\b(PHONE)\b)[:~]{0,4})[+(]?9[9~]{5,}9|` +
	`(\+|\b00)9[9~]{7,}9|\(9{2,4}\)[~]?9{4,5}[~]9{4}|, ?(9[~]{0,2}){10,}$|^[~]{0,4}9[9~]{7,}9$`

// Addresses of people, also as "jane (at) x.example"; telephone numbers, and texts that look like
// them.
var (
	mailbox = regexp.MustCompile(`(?i:mailto:)?[\pL\pN._%+'-]+` +
		`(@|＠|%40| AT | ?[\[({](?i:at|arroba|a|@)[\])}] ?)` +
		`([\pL\pN-]+(\.| DOT | ?[\[({](?i:dot|ponto|punkt|point)[\])}] ?))+` +
		`([a-z]{2,}|[A-Z]{2,})\b(\?\S*)?`)
	telephone = pattern(telephones)
	// number matches a number in a name: nine digits or more, as an address may have them.
	number = pattern(telephones + `|(^|[\s:(])\(?9([~]{0,2}9){8,}($|[\s),;])`)
	dated  = regexp.MustCompile(`^\D?\d{1,3}(\.\d{3})+\D?$|^\D{0,9}((19|20)\d\d\D*)+$|` +
		`(^|[^\d./-])\d{1,2}[./-]\d{1,2}[./-]\d{2,4}([^\d./-]|$)|\b\d{4}[./-]\d\d[./-]\d\d\b`)
	leftOver = regexp.MustCompile(`[<({\[]\s*[>)}\]]|^[\s:;,/|·–—-]+|[\s:;,/|<(·–—-]+$`)
)

// doorCode matches what opens a door, after a place.
var doorCode = regexp.MustCompile(strings.ReplaceAll(`(?i)\s*\(CODE\)|\s*[,;(–-]\s*CODE`, "CODE",
	`((digi|door ?|gate ?|entry ?|access ?|(haus)?tür|tor|toegangs|deur)?-?code|código|codice)`+
		`( (d'entrée|porte|portail|porta|portão|del portal))?[ :.]{1,3}[A-Z]?\d{3,8}[A-Z#*]{0,2}`))

// nobody keeps private data out: it returns a name without the e-mail addresses and telephone
// numbers in it, or "" if nothing is left. A finding reports that it removed some, but does not
// repeat them.
func (o object) nobody(member, name string) string {
	kept := doorCode.ReplaceAllString(secret.ReplaceAllString(name, ""), "")
	if strings.ContainsAny(kept, "@＠%[({") || strings.Contains(kept, " DOT ") {
		kept = mailbox.ReplaceAllString(kept, "")
	}
	digits := number
	if member == "formatted_address" {
		digits = telephone
	}
	written := 0
	for _, c := range kept {
		if unicode.IsDigit(c) {
			written++
		}
	}
	if written > 5 { // the expressions take ten times as long
		kept = digits.ReplaceAllStringFunc(kept, func(number string) string {
			if dated.MatchString(number) {
				return number
			}
			end := number[len(number)-1:]
			if end == "," || end == ")" && !strings.Contains(number, "(") {
				return end
			}
			return ""
		})
	}
	if kept == name {
		return name
	}
	o.repaired(PrivateData, o.name+member+" has an e-mail address, a telephone number or a key, "+
		"which is left out: a name is never one")
	return strings.TrimSpace(leftOver.ReplaceAllString(leftOver.ReplaceAllString(kept, ""), ""))
}
