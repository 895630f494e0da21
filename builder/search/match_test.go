package search_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

// One row for each rule of matching. Documents are written "name" or "name | description"; want
// lists names in order.
func TestMatching(t *testing.T) {
	for name, c := range map[string]struct {
		docs []string
		text string
		want []string
	}{
		"case and accents": {
			[]string{"São Paulo", "Santos"}, "SAO paulo", []string{"São Paulo"},
		},
		"accents in the query": {
			[]string{"Sao Joao"}, "são joão", []string{"Sao Joao"},
		},
		"every word must match": {
			[]string{"Rock Jazz", "Rock"}, "jazz rock", []string{"Rock Jazz"},
		},
		"words of different fields": {
			[]string{"Rock | no parque", "Rock"}, "rock parque", []string{"Rock | no parque"},
		},
		"last word begins": {
			[]string{"Festival", "Fado"}, "fest", []string{"Festival"},
		},
		"only the last word begins": {
			[]string{"Festival Rock", "Rock, Fest"}, "fest rock", []string{"Rock, Fest"},
		},
		"one letter begins nothing": {
			[]string{"Festival", "F"}, "f", []string{"F"},
		},
		"a whole word begins words of names only": {
			[]string{"A | a flor", "Floresta", "B | floresta", "Flor"}, "flor",
			[]string{"Flor", "A | a flor", "Floresta"},
		},
		"a whole word of a name begins words of names only": {
			[]string{"Supla", "Suplantar", "A | suplanta"}, "supla",
			[]string{"Supla", "Suplantar"},
		},
		"a longer word of descriptions only begins all words": {
			[]string{"A | dança", "B | dançante"}, "danca",
			[]string{"A | dança", "B | dançante"},
		},
		"a word behind a lone dot begins nothing": {
			[]string{".NET Day", "Netherlands"}, ".net", []string{".NET Day"},
		},
		"words joined by underscores": {
			[]string{"wroclove.rb"}, "wroc_love.rb", []string{"wroclove.rb"},
		},
		"spellings of names": {
			[]string{"Gala Tschaikowsky", "Tchaikovsky", "Rachmaninoff"}, "tchaikovsky",
			[]string{"Tchaikovsky", "Gala Tschaikowsky"},
		},
		"irregular verbs": {
			[]string{"Songs sung at sea", "Sing along"}, "sing",
			[]string{"Sing along", "Songs sung at sea"},
		},
		"doubled letters of verbs": {
			[]string{"Planned", "Plan B"}, "plan", []string{"Plan B", "Planned"},
		},
		"a number in words": {
			[]string{"Symphony No. 9"}, "ninth symphony", []string{"Symphony No. 9"},
		},
		"the number of a series before others": {
			[]string{"Mahler op. 9", "Mahler: No. 9"}, "mahler 9",
			[]string{"Mahler: No. 9", "Mahler op. 9"},
		},
		"neighbours in the other order before none": {
			[]string{"Fugue: piano, wind quintet", "Fuchs: Quintet, Piano"}, "piano quintet",
			[]string{"Fuchs: Quintet, Piano", "Fugue: piano, wind quintet"},
		},
		"two words that are written as one, in descriptions": {
			[]string{"A | open source", "B | open. Source", "C | opensource"}, "opensource",
			[]string{"C | opensource", "A | open source"},
		},
		"a word twice asks for it twice": {
			[]string{"A | Lang Lang", "Auld Lang Syne"}, "lang lang", []string{"A | Lang Lang"},
		},
		"a lone letter stands before its word": {
			[]string{"K-Pop", "K-Beauty pop-up", "kpop"}, "k pop", []string{"K-Pop", "kpop"},
		},
		"parts of a hyphenated word that are neighbours somewhere": {
			[]string{"K-Pop", "K-Beauty pop-up"}, "k-pop", []string{"K-Pop"},
		},
		"two letters begin": {
			[]string{"Festival"}, "fe", []string{"Festival"},
		},
		"plural finds singular": {
			[]string{"Show"}, "shows", []string{"Show"},
		},
		"singular finds plural": {
			[]string{"Flores do campo"}, "flor campo", []string{"Flores do campo"},
		},
		"ões and ão": {
			[]string{"Canções", "Canção"}, "canção", []string{"Canção", "Canções"},
		},
		"ães and ão": {
			[]string{"Pães de mel"}, "pão mel", []string{"Pães de mel"},
		},
		"mothers are no hands": {
			[]string{"Mão na massa", "Dia das mães"}, "mães", []string{"Dia das mães"},
		},
		"ais and al": {
			[]string{"Festivais"}, "festival", []string{"Festivais"},
		},
		"éis and el": {
			[]string{"Papéis | x"}, "papel", []string{"Papéis | x"},
		},
		"óis and ol": {
			[]string{"Farol"}, "faróis", []string{"Farol"},
		},
		"is and il": {
			[]string{"Infantil"}, "infantis", []string{"Infantil"},
		},
		"ns and m": {
			[]string{"Homens", "Jovem"}, "jovens", []string{"Jovem"},
		},
		"ies and y": {
			[]string{"Party"}, "parties", []string{"Party"},
		},
		"es after ch, sh, x": {
			[]string{"Box", "Brush"}, "boxes", []string{"Box"},
		},
		"short plurals":           {[]string{"DJs"}, "dj", []string{"DJs"}},
		"no plural: mês and me":   {[]string{"Me leva"}, "mês", nil},
		"no plural: news and new": {[]string{"New York"}, "news", nil},
		"mar is not maré": {
			[]string{"Maré alta", "Mar alto"}, "mar alto", []string{"Mar alto"},
		},
		"name before place before text": {
			[]string{"A1 | jazz", "Jazz"}, "jazz", []string{"Jazz", "A1 | jazz"},
		},
		"whole before begun": {
			[]string{"Rockfest", "Rock"}, "rock", []string{"Rock", "Rockfest"},
		},
		"whole in text before begun in name": {
			[]string{"Rockfest", "B | rock"}, "rock", []string{"B | rock", "Rockfest"},
		},
		"form before other form": {
			[]string{"Shows", "Show"}, "show", []string{"Show", "Shows"},
		},
		"other form before lesser field": {
			[]string{"B | show", "Shows"}, "show", []string{"Shows", "B | show"},
		},
		"ties in list order": {
			[]string{"Rock Y", "Rock X", "Rock Z"}, "rock", []string{"Rock Y", "Rock X", "Rock Z"},
		},
		"stop words are skipped": {
			[]string{"Festival Jazz"}, "festival de the jazz", []string{"Festival Jazz"},
		},
		"stop words alone count": {
			[]string{"Jazz", "O Rappa", "A Banda"}, "o", []string{"O Rappa"},
		},
		"stop words alone must all match": {
			[]string{"O Rappa", "O que será"}, "o que", []string{"O que será"},
		},
		"stop word at the end": {
			[]string{"Festivalzinho"}, "festival de", []string{"Festivalzinho"},
		},
		"Rock in Rio": {
			[]string{"Rock in Rio", "Rock"}, "rock rio", []string{"Rock in Rio"},
		},
		"hyphen joined in query": {
			[]string{"Curso on-line"}, "online", []string{"Curso on-line"},
		},
		"hyphen joined in document": {
			[]string{"Curso online"}, "on-line", []string{"Curso online"},
		},
		"hyphen apart in document": {
			[]string{"Curso on line", "Line"}, "on-line", []string{"Curso on line"},
		},
		"hyphen apart in query": {
			[]string{"Curso on-line"}, "on line", []string{"Curso on-line"},
		},
		"joined before apart": {
			[]string{"Curso on line", "Curso on-line"}, "on-line",
			[]string{"Curso on-line", "Curso on line"},
		},
		"hyphenated beginning": {
			[]string{"Guarda-chuva", "Guarda choro"}, "guarda-ch",
			[]string{"Guarda-chuva", "Guarda choro"},
		},
		"hyphenated plural": {
			[]string{"Guarda-chuvas"}, "guarda-chuva", []string{"Guarda-chuvas"},
		},
		"two words joined in document": {
			[]string{"Frontend Day", "Front", "End"}, "front end day", []string{"Frontend Day"},
		},
		"two words joined, begun": {
			[]string{"Frontend"}, "front en", []string{"Frontend"},
		},
		"stop word joined": {
			[]string{"Curso online", "Curso on-line"}, "curso on line",
			[]string{"Curso on-line", "Curso online"},
		},
		"neighbours in a name joined in query": {
			[]string{"Front End", "End of Front"}, "frontend", []string{"Front End"},
		},
		"neighbours with a stop word between": {
			[]string{"Samba da Vela", "Samba Vela"}, "sambavela",
			[]string{"Samba da Vela", "Samba Vela"},
		},
		"neighbours in a text are not joined": {[]string{"A | blue sea"}, "bluesea", nil},
		"hyphen elsewhere parts a word": {
			[]string{"Dança | hip hop", "B | Hip-Hop"}, "hiphop",
			[]string{"B | Hip-Hop", "Dança | hip hop"},
		},
		"hyphen elsewhere, part of one letter": {
			[]string{"K | pop", "B | K-Pop"}, "kpop", []string{"B | K-Pop"},
		},
		"synonym": {
			[]string{"Yoga no parque"}, "ioga", []string{"Yoga no parque"},
		},
		"synonym of two words": {
			[]string{"Show em Belo Horizonte", "Belo horizonte | horizonte belo"}, "bh",
			[]string{"Show em Belo Horizonte", "Belo horizonte | horizonte belo"},
		},
		"synonym of two words, apart": {[]string{"Horizonte belo"}, "bh", nil},
		"two words with a synonym": {
			[]string{"Sampa Crew"}, "são paulo", []string{"Sampa Crew"},
		},
		"the word before its synonym": {
			[]string{"Theatro B", "Teatro C"}, "teatro", []string{"Teatro C", "Theatro B"},
		},
		"synonyms have no plurals": {[]string{"Yoga"}, "iogas", nil},
		"neighbours first": {
			[]string{"Samba no fim da praça", "Samba da praça X"}, "samba praça",
			[]string{"Samba da praça X", "Samba no fim da praça"},
		},
		"neighbours do not outweigh fields": {
			[]string{"Samba X praça", "Samba | samba praça"}, "samba praça",
			[]string{"Samba X praça", "Samba | samba praça"},
		},
		"name that begins so first": {
			[]string{"Noite do Rock X", "Rock X"}, "rock", []string{"Rock X", "Noite do Rock X"},
		},
		"name that is so before one that begins so": {
			[]string{"Rock X", "Rock", "O Rock"}, "rock", []string{"Rock", "O Rock", "Rock X"},
		},
		"name that begins so before one that ends so": {
			[]string{"Noite do Rock", "Rock da noite"}, "rock",
			[]string{"Rock da noite", "Noite do Rock"},
		},
		"neighbours before both ends": {
			[]string{"Samba X praça", "O samba praça Y"}, "samba praça",
			[]string{"O samba praça Y", "Samba X praça"},
		},
		"stop word at the end, a beginning": {
			[]string{"Mário X", "Mário de Andrade", "Mário Ana", "Mário no an"}, "mário an",
			[]string{"Mário de Andrade", "Mário Ana", "Mário no an", "Mário X"},
		},
		"pictogram": {
			[]string{"Samba 🥁", "Samba"}, "🥁", []string{"Samba 🥁"},
		},
		"pictogram beside a word": {
			[]string{"Samba"}, "samba 🥁", []string{"Samba"},
		},
		"pictogram in two forms": {
			[]string{"We ❤️ Speed"}, "❤", []string{"We ❤️ Speed"},
		},
		"pictogram that is nowhere": {[]string{"Samba"}, "🎸", nil},
		"a letter with signs": {
			[]string{"C# e C", "Meeting C++", "C"}, "c++", []string{"Meeting C++"},
		},
		"a letter without its signs": {
			[]string{"Meeting C++", "C"}, "c", []string{"C", "Meeting C++"},
		},
		"signs after words are decoration": {
			[]string{"Samba+"}, "samba++", []string{"Samba+"},
		},
		"apostrophe": {
			[]string{"Copo d'água", "D’Água"}, "dagua", []string{"Copo d'água", "D’Água"},
		},
		"slash and ampersand": {
			[]string{"AC/DC", "R&B"}, "acdc", []string{"AC/DC"},
		},
		"dotted": {
			[]string{"R.E.M. tributo"}, "rem", []string{"R.E.M. tributo"},
		},
		"typo: replaced": {
			[]string{"Festival"}, "festivol", []string{"Festival"},
		},
		"typo: left out": {
			[]string{"Festival"}, "fesival", []string{"Festival"},
		},
		"typo: added": {
			[]string{"Festival"}, "fesstival", []string{"Festival"},
		},
		"typo: swapped": {
			[]string{"Festival"}, "fetsival", []string{"Festival"},
		},
		"typo: first letter": {
			[]string{"Festival"}, "gestival", []string{"Festival"},
		},
		"typo: two in eight letters": {[]string{"Festival"}, "fxstivol", nil},
		"typo: two in nine letters": {
			[]string{"Orquestra"}, "oqruestar", []string{"Orquestra"},
		},
		"typo: three":          {[]string{"Orquestra"}, "xqruestar", nil},
		"typo: four letters":   {[]string{"Rock"}, "rack", nil},
		"typo: not in numbers": {[]string{"Lei 12345"}, "12346", nil},
		"typo: only when nothing matches": {
			[]string{"Porta", "Parta"}, "porta", []string{"Porta"},
		},
		"typo: a beginning is a match": {
			[]string{"Portal", "Parta"}, "porta", []string{"Portal"},
		},
		"typo: every word must match": {
			[]string{"Festival Jazz"}, "festvial rock", nil,
		},
		"typo: right word first": {
			[]string{"Cento violao", "Canto violao"}, "canto violoa",
			[]string{"Canto violao", "Cento violao"},
		},
		"typo: fewer edits first": {
			[]string{"Orquestrar", "Orquestra"}, "orquestta", []string{"Orquestra", "Orquestrar"},
		},
		"typo in a hyphenated word": {
			[]string{"Guarda-chuva"}, "gaurda-chuva", []string{"Guarda-chuva"},
		},
		"numbers": {
			[]string{"Copa 2026", "Copa 2027"}, "copa 2026", []string{"Copa 2026"},
		},
		"a number is not completed": {
			[]string{"Suite 10", "Suite op. 103"}, "suite 10", []string{"Suite 10"},
		},
		"ordinal": {[]string{"2ª edição"}, "2a edicao", []string{"2ª edição"}},
		"cyrillic": {
			[]string{"Москва", "Мост"}, "москва", []string{"Москва"},
		},
		"han, part of a run": {
			[]string{"東京都交響楽団", "京都"}, "交響楽", []string{"東京都交響楽団"},
		},
		"han, one letter":                    {[]string{"東京", "大阪"}, "阪", []string{"大阪"}},
		"han, neighbours must be neighbours": {[]string{"東の京"}, "東京", nil},
		"devanagari": {
			[]string{"हिन्दी संगीत"}, "संगीत", []string{"हिन्दी संगीत"},
		},
		"voiced kana that has no letter of its own": {
			[]string{"か\u309aきく"}, "か\u309aき", []string{"か\u309aきく"},
		},
		"long word of another script": {
			[]string{"x" + strings.Repeat("ж", 40)}, "x" + strings.Repeat("ж", 50),
			[]string{"x" + strings.Repeat("ж", 40)},
		},
		"bytes that begin no letter": {
			[]string{"Rock"}, "rock" + strings.Repeat("\x80", 300), []string{"Rock"},
		},
		"han beside latin": {
			[]string{"東京Rock"}, "rock 東京", []string{"東京Rock"},
		},
		"hangul": {[]string{"서울재즈"}, "재즈", []string{"서울재즈"}},
		"invalid UTF-8": {
			[]string{"Rock"}, "\xffrock\xc3", []string{"Rock"},
		},
		"only punctuation": {
			[]string{"B", "A"}, " -!? ", []string{"B", "A"},
		},
		"unknown": {[]string{"Rock"}, "polca", nil},
		"twelve words are read": {
			[]string{"a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3"},
			"a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4",
			[]string{"a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3"},
		},
		"256 bytes are read": {
			[]string{"Rock"}, "rock" + strings.Repeat(" ", 252) + "polca", []string{"Rock"},
		},
		"a cut letter is not read": {
			[]string{"Rock"}, strings.Repeat(" ", 251) + "rockç", []string{"Rock"},
		},
		"long words are cut": {
			[]string{strings.Repeat("x", 80)}, strings.Repeat("x", 70),
			[]string{strings.Repeat("x", 80)},
		},
	} {
		t.Run(name, func(t *testing.T) {
			docs := named(c.docs...)
			for i := range docs {
				_, docs[i].Description, _ = strings.Cut(docs[i].Name, " | ")
			}
			indexed := make([]search.Doc, len(docs))
			for i, d := range docs {
				d.Name, _, _ = strings.Cut(d.Name, " | ")
				indexed[i] = d
			}
			x := mustIndex(t, indexed)
			require.Equal(t, c.want, found(t, x, docs, search.Query{Text: c.text}))
		})
	}
}
