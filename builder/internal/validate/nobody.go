package validate

import (
	"regexp"
	"strings"
	"unicode"
)

// Addresses of people, also as "jane (at) x.example"; telephone numbers, and texts that look like
// them.
var (
	mailbox = regexp.MustCompile(`(?i:mailto:)?[\pL\pN._%+'-]+` +
		`(@|＠|%40| AT | ?[\[({](?i:at|arroba|a|@)[\])}] ?)` +
		`([\pL\pN-]+(\.| DOT | ?[\[({](?i:dot|ponto|punkt|point)[\])}] ?))+` +
		`([a-z]{2,}|[A-Z]{2,})\b(\?\S*)?`)
	telephone = regexp.MustCompile(`(?i:(tel:|\b(tel|fone|phone|telefone?|telefono|telephone|` +
		`mobile?|handy|celular|whatsapp|zap|fax|cell)\b\.?) ?:? ?)[+(]?\d[\d ().\-/]{5,}\d|` +
		`(\+|\b00)[1-9][\d ().\-/]{6,}\d|^\(?\d[\d ().\-/]{7,}\d$`)
	// number matches a number in a name: nine digits or more, as an address may have them.
	number = regexp.MustCompile(telephone.String() +
		`|(^|[\s:(])\(?\d([ ().\-/]{0,2}\d){8,}($|[\s),;])`)
	dated = regexp.MustCompile(`^\D?\d{1,3}(\.\d{3})+\D?$|^\D{0,9}((19|20)\d\d\D*)+$|` +
		`(^|[^\d./-])\d{1,2}[./-]\d{1,2}[./-]\d{2,4}([^\d./-]|$)|\b\d{4}[./-]\d\d[./-]\d\d\b`)
	leftOver = regexp.MustCompile(`[<({\[]\s*[>)}\]]|^[\s:;,/|-]+|[\s:;,/|<(-]+$`)
)

// nobody keeps private data out: it returns a name without the e-mail addresses and telephone
// numbers in it, or "" if nothing is left. A finding reports that it removed some, but does not
// repeat them.
func (o object) nobody(member, name string) string {
	kept := name
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
			return ""
		})
	}
	if kept == name {
		return name
	}
	o.repaired(PrivateData, o.name+member+" has an e-mail address or a telephone number, which is "+
		"left out: a name is never one")
	return strings.TrimSpace(leftOver.ReplaceAllString(leftOver.ReplaceAllString(kept, ""), ""))
}
