package search_test

import (
	"bytes"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
)

// found returns the names of the documents that answer q, in order.
func found(t *testing.T, x *search.Index, docs []search.Doc, q search.Query) []string {
	t.Helper()
	ids, total := x.Search(q, 0, 100, nil)
	require.Len(t, ids, total)
	var names []string
	for _, id := range ids {
		names = append(names, docs[id].Name)
	}
	return names
}

func named(names ...string) []search.Doc {
	var docs []search.Doc
	for _, n := range names {
		docs = append(docs, search.Doc{Name: n})
	}
	return docs
}

// A member may have more than two words: each of them, where all are typed one after the other, finds what has another member.
func TestSynonymsOfSeveralWords(t *testing.T) {
	docs := []search.Doc{
		{Name: "Visita guiada", Venue: "Museu de Arte de São Paulo"}, {Name: "Noite no MASP"}, {Name: "Arte em São Paulo, no museu"},
		{Name: "Feira", Description: "Perto do Museu de Arte de São Paulo"}, {Name: "CCBB: cinema"},
	}
	x := mustIndex(t, docs, []string{"masp", "Museu de Arte de São Paulo"}, []string{"ccbb", "centro cultural banco brasil"})
	for text, want := range map[string][]string{
		"masp":                                {"Noite no MASP", "Visita guiada"},
		"museu de arte de são paulo":          {"Arte em São Paulo, no museu", "Noite no MASP", "Visita guiada", "Feira"},
		"noite museu arte são paulo":          {"Noite no MASP"},
		"museu arte":                          {"Arte em São Paulo, no museu", "Visita guiada", "Feira"},
		"centro cultural banco brasil":        {"CCBB: cinema"},
		"centro cultural do brasil":           nil,
		"brasil banco cultural centro":        nil,
		"cinema centro cultural banco brasil": {"CCBB: cinema"},
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
	}
}

// One row for each rule of matching. Documents are written "name" or "name | description"; want lists names in order.
func TestMatching(t *testing.T) {
	for name, c := range map[string]struct {
		docs []string
		text string
		want []string
	}{
		"case and accents":                            {[]string{"São Paulo", "Santos"}, "SAO paulo", []string{"São Paulo"}},
		"accents in the query":                        {[]string{"Sao Joao"}, "são joão", []string{"Sao Joao"}},
		"every word must match":                       {[]string{"Rock Jazz", "Rock"}, "jazz rock", []string{"Rock Jazz"}},
		"words of different fields":                   {[]string{"Rock | no parque", "Rock"}, "rock parque", []string{"Rock | no parque"}},
		"last word begins":                            {[]string{"Festival", "Fado"}, "fest", []string{"Festival"}},
		"only the last word begins":                   {[]string{"Festival Rock"}, "fest rock", nil},
		"one letter begins nothing":                   {[]string{"Festival", "F"}, "f", []string{"F"}},
		"two letters begin":                           {[]string{"Festival"}, "fe", []string{"Festival"}},
		"plural finds singular":                       {[]string{"Show"}, "shows", []string{"Show"}},
		"singular finds plural":                       {[]string{"Flores do campo"}, "flor campo", []string{"Flores do campo"}},
		"ões and ão":                                  {[]string{"Canções", "Canção"}, "canção", []string{"Canção", "Canções"}},
		"ães and ão":                                  {[]string{"Pães de mel"}, "pão mel", []string{"Pães de mel"}},
		"mothers are no hands":                        {[]string{"Mão na massa", "Dia das mães"}, "mães", []string{"Dia das mães"}},
		"ais and al":                                  {[]string{"Festivais"}, "festival", []string{"Festivais"}},
		"éis and el":                                  {[]string{"Papéis | x"}, "papel", []string{"Papéis | x"}},
		"óis and ol":                                  {[]string{"Farol"}, "faróis", []string{"Farol"}},
		"is and il":                                   {[]string{"Infantil"}, "infantis", []string{"Infantil"}},
		"ns and m":                                    {[]string{"Homens", "Jovem"}, "jovens", []string{"Jovem"}},
		"ies and y":                                   {[]string{"Party"}, "parties", []string{"Party"}},
		"es after ch, sh, x":                          {[]string{"Box", "Brush"}, "boxes", []string{"Box"}},
		"short plurals":                               {[]string{"DJs"}, "dj", []string{"DJs"}},
		"no plural: mês and me":                       {[]string{"Me leva"}, "mês", nil},
		"no plural: news and new":                     {[]string{"New York"}, "news", nil},
		"mar is not maré":                             {[]string{"Maré alta", "Mar alto"}, "mar alto", []string{"Mar alto"}},
		"name before place before text":               {[]string{"A1 | jazz", "Jazz"}, "jazz", []string{"Jazz", "A1 | jazz"}},
		"whole before begun":                          {[]string{"Rockfest", "Rock"}, "rock", []string{"Rock", "Rockfest"}},
		"whole in text before begun in name":          {[]string{"Rockfest", "B | rock"}, "rock", []string{"B | rock", "Rockfest"}},
		"form before other form":                      {[]string{"Shows", "Show"}, "show", []string{"Show", "Shows"}},
		"other form before lesser field":              {[]string{"B | show", "Shows"}, "show", []string{"Shows", "B | show"}},
		"ties in list order":                          {[]string{"Rock Y", "Rock X", "Rock Z"}, "rock", []string{"Rock Y", "Rock X", "Rock Z"}},
		"stop words are skipped":                      {[]string{"Festival Jazz"}, "festival de the jazz", []string{"Festival Jazz"}},
		"stop words alone count":                      {[]string{"Jazz", "O Rappa", "A Banda"}, "o", []string{"O Rappa"}},
		"stop words alone must all match":             {[]string{"O Rappa", "O que será"}, "o que", []string{"O que será"}},
		"stop word at the end":                        {[]string{"Festivalzinho"}, "festival de", []string{"Festivalzinho"}},
		"Rock in Rio":                                 {[]string{"Rock in Rio", "Rock"}, "rock rio", []string{"Rock in Rio"}},
		"hyphen joined in query":                      {[]string{"Curso on-line"}, "online", []string{"Curso on-line"}},
		"hyphen joined in document":                   {[]string{"Curso online"}, "on-line", []string{"Curso online"}},
		"hyphen apart in document":                    {[]string{"Curso on line", "Line"}, "on-line", []string{"Curso on line"}},
		"hyphen apart in query":                       {[]string{"Curso on-line"}, "on line", []string{"Curso on-line"}},
		"joined before apart":                         {[]string{"Curso on line", "Curso on-line"}, "on-line", []string{"Curso on-line", "Curso on line"}},
		"hyphenated beginning":                        {[]string{"Guarda-chuva", "Guarda choro"}, "guarda-ch", []string{"Guarda-chuva", "Guarda choro"}},
		"hyphenated plural":                           {[]string{"Guarda-chuvas"}, "guarda-chuva", []string{"Guarda-chuvas"}},
		"two words joined in document":                {[]string{"Frontend Day", "Front", "End"}, "front end day", []string{"Frontend Day"}},
		"two words joined, begun":                     {[]string{"Frontend"}, "front en", []string{"Frontend"}},
		"stop word joined":                            {[]string{"Curso online", "Curso on-line"}, "curso on line", []string{"Curso on-line", "Curso online"}},
		"neighbours in a name joined in query":        {[]string{"Front End", "End of Front"}, "frontend", []string{"Front End"}},
		"neighbours with a stop word between":         {[]string{"Samba da Vela", "Samba Vela"}, "sambavela", []string{"Samba da Vela", "Samba Vela"}},
		"neighbours in a text are not joined":         {[]string{"A | front end"}, "frontend", nil},
		"hyphen elsewhere parts a word":               {[]string{"Dança | hip hop", "B | Hip-Hop"}, "hiphop", []string{"B | Hip-Hop", "Dança | hip hop"}},
		"hyphen elsewhere, part of one letter":        {[]string{"K | pop", "B | K-Pop"}, "kpop", []string{"B | K-Pop"}},
		"synonym":                                     {[]string{"Yoga no parque"}, "ioga", []string{"Yoga no parque"}},
		"synonym of two words":                        {[]string{"Show em Belo Horizonte", "Belo horizonte | horizonte belo"}, "bh", []string{"Show em Belo Horizonte", "Belo horizonte | horizonte belo"}},
		"synonym of two words, apart":                 {[]string{"Horizonte belo"}, "bh", nil},
		"two words with a synonym":                    {[]string{"Sampa Crew"}, "são paulo", []string{"Sampa Crew"}},
		"the word before its synonym":                 {[]string{"Theatro B", "Teatro C"}, "teatro", []string{"Teatro C", "Theatro B"}},
		"synonyms have no plurals":                    {[]string{"Yoga"}, "iogas", nil},
		"neighbours first":                            {[]string{"Samba no fim da praça", "Samba da praça X"}, "samba praça", []string{"Samba da praça X", "Samba no fim da praça"}},
		"neighbours do not outweigh fields":           {[]string{"Samba X praça", "Samba | samba praça"}, "samba praça", []string{"Samba X praça", "Samba | samba praça"}},
		"name that begins so first":                   {[]string{"Noite do Rock X", "Rock X"}, "rock", []string{"Rock X", "Noite do Rock X"}},
		"name that is so before one that begins so":   {[]string{"Rock X", "Rock", "O Rock"}, "rock", []string{"Rock", "O Rock", "Rock X"}},
		"name that begins so before one that ends so": {[]string{"Noite do Rock", "Rock da noite"}, "rock", []string{"Rock da noite", "Noite do Rock"}},
		"neighbours before both ends":                 {[]string{"Samba X praça", "O samba praça Y"}, "samba praça", []string{"O samba praça Y", "Samba X praça"}},
		"stop word at the end, a beginning":           {[]string{"Mário X", "Mário de Andrade", "Mário Ana", "Mário no an"}, "mário an", []string{"Mário de Andrade", "Mário Ana", "Mário no an", "Mário X"}},
		"pictogram":                                   {[]string{"Samba 🥁", "Samba"}, "🥁", []string{"Samba 🥁"}},
		"pictogram beside a word":                     {[]string{"Samba"}, "samba 🥁", []string{"Samba"}},
		"pictogram in two forms":                      {[]string{"We ❤️ Speed"}, "❤", []string{"We ❤️ Speed"}},
		"pictogram that is nowhere":                   {[]string{"Samba"}, "🎸", nil},
		"a letter with signs":                         {[]string{"C# e C", "Meeting C++", "C"}, "c++", []string{"Meeting C++"}},
		"a letter without its signs":                  {[]string{"Meeting C++", "C"}, "c", []string{"C", "Meeting C++"}},
		"signs after words are decoration":            {[]string{"Samba+"}, "samba++", []string{"Samba+"}},
		"apostrophe":                                  {[]string{"Copo d'água", "D’Água"}, "dagua", []string{"Copo d'água", "D’Água"}},
		"slash and ampersand":                         {[]string{"AC/DC", "R&B"}, "acdc", []string{"AC/DC"}},
		"dotted":                                      {[]string{"R.E.M. tributo"}, "rem", []string{"R.E.M. tributo"}},
		"typo: replaced":                              {[]string{"Festival"}, "festivol", []string{"Festival"}},
		"typo: left out":                              {[]string{"Festival"}, "fesival", []string{"Festival"}},
		"typo: added":                                 {[]string{"Festival"}, "fesstival", []string{"Festival"}},
		"typo: swapped":                               {[]string{"Festival"}, "fetsival", []string{"Festival"}},
		"typo: first letter":                          {[]string{"Festival"}, "gestival", []string{"Festival"}},
		"typo: two in eight letters":                  {[]string{"Festival"}, "fxstivol", nil},
		"typo: two in nine letters":                   {[]string{"Orquestra"}, "oqruestar", []string{"Orquestra"}},
		"typo: three":                                 {[]string{"Orquestra"}, "xqruestar", nil},
		"typo: four letters":                          {[]string{"Rock"}, "rack", nil},
		"typo: not in numbers":                        {[]string{"Lei 12345"}, "12346", nil},
		"typo: only when nothing matches":             {[]string{"Porta", "Parta"}, "porta", []string{"Porta"}},
		"typo: a beginning is a match":                {[]string{"Portal", "Parta"}, "porta", []string{"Portal"}},
		"typo: every word must match":                 {[]string{"Festival Jazz"}, "festvial rock", nil},
		"typo: right word first":                      {[]string{"Cento violao", "Canto violao"}, "canto violoa", []string{"Canto violao", "Cento violao"}},
		"typo: fewer edits first":                     {[]string{"Orquestrar", "Orquestra"}, "orquestta", []string{"Orquestra", "Orquestrar"}},
		"typo in a hyphenated word":                   {[]string{"Guarda-chuva"}, "gaurda-chuva", []string{"Guarda-chuva"}},
		"numbers":                                     {[]string{"Copa 2026", "Copa 2027"}, "copa 2026", []string{"Copa 2026"}},
		"ordinal":                                     {[]string{"2ª edição"}, "2a edicao", []string{"2ª edição"}},
		"cyrillic":                                    {[]string{"Москва", "Мост"}, "москва", []string{"Москва"}},
		"han, part of a run":                          {[]string{"東京都交響楽団", "京都"}, "交響楽", []string{"東京都交響楽団"}},
		"han, one letter":                             {[]string{"東京", "大阪"}, "阪", []string{"大阪"}},
		"han, neighbours must be neighbours":          {[]string{"東の京"}, "東京", nil},
		"devanagari":                                  {[]string{"हिन्दी संगीत"}, "संगीत", []string{"हिन्दी संगीत"}},
		"voiced kana that has no letter of its own":   {[]string{"か\u309aきく"}, "か\u309aき", []string{"か\u309aきく"}},
		"long word of another script":                 {[]string{"x" + strings.Repeat("ж", 40)}, "x" + strings.Repeat("ж", 50), []string{"x" + strings.Repeat("ж", 40)}},
		"bytes that begin no letter":                  {[]string{"Rock"}, "rock" + strings.Repeat("\x80", 300), []string{"Rock"}},
		"han beside latin":                            {[]string{"東京Rock"}, "rock 東京", []string{"東京Rock"}},
		"hangul":                                      {[]string{"서울재즈"}, "재즈", []string{"서울재즈"}},
		"invalid UTF-8":                               {[]string{"Rock"}, "\xffrock\xc3", []string{"Rock"}},
		"only punctuation":                            {[]string{"B", "A"}, " -!? ", []string{"B", "A"}},
		"unknown":                                     {[]string{"Rock"}, "polca", nil},
		"twelve words are read":                       {[]string{"a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3"}, "a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4", []string{"a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3"}},
		"256 bytes are read":                          {[]string{"Rock"}, "rock" + strings.Repeat(" ", 252) + "polca", []string{"Rock"}},
		"a cut letter is not read":                    {[]string{"Rock"}, strings.Repeat(" ", 251) + "rockç", []string{"Rock"}},
		"long words are cut":                          {[]string{strings.Repeat("x", 80)}, strings.Repeat("x", 70), []string{strings.Repeat("x", 80)}},
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

func TestSynonymsOfABrand(t *testing.T) {
	write := func(groups ...[]string) (*search.Index, error) {
		w := search.NewWriter(nil)
		if err := w.Synonyms(groups); err != nil {
			return nil, err
		}
		for _, name := range []string{"JavaScript Day", "JS Conf", "Ruby on Rails", "React Native"} {
			require.NoError(t, w.Add(search.Doc{Name: name}))
		}
		var b bytes.Buffer
		_, err := w.WriteTo(&b)
		require.NoError(t, err)
		return search.Open(b.Bytes())
	}
	x, err := write([]string{"js", "JavaScript"}, []string{"ror", "ruby rails"}, []string{"rn", "react native"})
	require.NoError(t, err)
	require.NoError(t, x.Verify())
	for text, want := range map[string][]uint32{
		"js": {1, 0}, "javascript": {0, 1}, "ror": {2}, "rn": {3}, "bh": nil,
	} {
		ids, _ := x.Search(search.Query{Text: text}, 0, 10, nil)
		require.Equal(t, want, ids, text)
	}
	for _, member := range []string{"", "de", "one two three four five six", "東京", "🥁"} {
		_, err := write([]string{"x", member})
		require.ErrorIs(t, err, search.ErrSynonym, member)
	}
	w := search.NewWriter(nil)
	require.NoError(t, w.Add(search.Doc{Name: "JS"}))
	require.ErrorIs(t, w.Synonyms([][]string{{"js", "javascript"}}), search.ErrSynonymsLate)
}

func TestPlacesAreFound(t *testing.T) {
	docs := []search.Doc{
		{Name: "A", Producer: "Casa Azul", Venue: "Teatro Rival", City: "Ouro Preto", State: "MG"},
		{Name: "B", City: "Campinas", StateName: "São Paulo"},
		{Name: "C", City: "München", State: "BY", StateName: "Bayern"},
		{Name: "D", Description: "teatro"},
		{Name: "E", City: "Santos", State: "São Paulo"},
		{Name: "F", City: "Natal", Online: true},
		{Name: "G on-line"},
		{Name: "H", Description: "Venda online."},
	}
	x := mustIndex(t, docs)
	for text, want := range map[string][]string{
		"azul": {"A"}, "rival": {"A"}, "ouro preto": {"A"}, "mg": {"A"}, "minas gerais": {"A"}, "teatro": {"A", "D"},
		"sp": {"B", "E"}, "sao paulo": {"B", "E"}, "munchen bayern by": {"C"},
		"online": {"G on-line", "F", "H"}, "on-line": {"G on-line", "F", "H"}, "on line": {"G on-line", "F", "H"}, "online em natal": {"F"},
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
	}
	for state, want := range map[string][]string{
		"SP": {"B", "E"}, "sp": {"B", "E"}, "mg": {"A"}, "By": {"C"}, "são paulo": {"B", "E"}, "bayern": nil,
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{State: state}), state)
	}
}

func TestFilters(t *testing.T) {
	docs := []search.Doc{
		{Name: "Rock 1", City: "São Paulo", State: "SP", Producer: "Casa Azul", ProducerSlug: "casa-azul"},
		{Name: "Rock 2", City: "SAO  PAULO ", State: "sp", Producer: "Outra", ProducerSlug: "outra"},
		{Name: "Jazz 3", City: "São Paulo de Olivença", State: "AM", ProducerSlug: "Casa-Azul"},
		{Name: "Rock 4"},
	}
	x := mustIndex(t, docs)
	for name, c := range map[string]struct {
		q    search.Query
		want []string
	}{
		"none":                       {search.Query{}, []string{"Rock 1", "Rock 2", "Jazz 3", "Rock 4"}},
		"city, folded":               {search.Query{City: "sao paulo"}, []string{"Rock 1", "Rock 2"}},
		"city is whole":              {search.Query{City: "sao"}, nil},
		"city, space only":           {search.Query{City: "  "}, []string{"Rock 1", "Rock 2", "Jazz 3", "Rock 4"}},
		"city has no typos":          {search.Query{City: "sao paulu"}, nil},
		"state":                      {search.Query{State: "Sp"}, []string{"Rock 1", "Rock 2"}},
		"unknown state":              {search.Query{State: "RJ"}, nil},
		"organization":               {search.Query{Organization: "CASA-AZUL"}, []string{"Rock 1", "Jazz 3"}},
		"all must hold":              {search.Query{City: "são paulo", State: "sp", Organization: "outra"}, []string{"Rock 2"}},
		"all must hold, none does":   {search.Query{City: "são paulo", State: "am"}, nil},
		"with text":                  {search.Query{Text: "rock", City: "São Paulo"}, []string{"Rock 1", "Rock 2"}},
		"text with punctuation only": {search.Query{Text: "?!", City: "São Paulo"}, []string{"Rock 1", "Rock 2"}},
		"text elsewhere":             {search.Query{Text: "jazz", City: "São Paulo"}, nil},
		"text found, filter not":     {search.Query{Text: "rock 4", State: "SP"}, nil},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, found(t, x, docs, c.q)) })
	}
}

// A word that exists elsewhere is not a typo here.
func TestCorrectionIgnoresFilters(t *testing.T) {
	docs := []search.Doc{{Name: "Forró", City: "Recife"}, {Name: "Forno", City: "Olinda"}}
	x := mustIndex(t, docs)
	require.Empty(t, found(t, x, docs, search.Query{Text: "forró", City: "Olinda"}))
	require.Equal(t, []string{"Forno"}, found(t, x, docs, search.Query{Text: "fonno", City: "Olinda"}))
}

func TestPages(t *testing.T) {
	docs := named("Rock v", "Rock w", "Rock x", "Rock y", "Rock z")
	x := mustIndex(t, docs)
	for _, text := range []string{"", "rock"} {
		q := search.Query{Text: text}
		for name, c := range map[string]struct {
			offset, limit int
			want          []uint32
		}{
			"first":        {0, 2, []uint32{9, 0, 1}},
			"second":       {2, 2, []uint32{9, 2, 3}},
			"last":         {4, 2, []uint32{9, 4}},
			"past the end": {5, 2, []uint32{9}},
			"far past":     {1 << 62, 1 << 62, []uint32{9}},
			"negative":     {-3, 1, []uint32{9, 0}},
			"no limit":     {0, 0, []uint32{9}},
			"large limit":  {3, 1 << 62, []uint32{9, 3, 4}},
		} {
			ids, total := x.Search(q, c.offset, c.limit, []uint32{9})
			require.Equal(t, c.want, ids, "%q %s", text, name)
			require.Equal(t, 5, total, "%q %s", text, name)
		}
	}
}

func TestLabels(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{City: "SAO PAULO", ProducerSlug: "casa", Producer: "Casa Um"},
		{City: "São Paulo", ProducerSlug: "CASA", Producer: "Casa Dois"},
		{City: "São  Paulo ", ProducerSlug: "nameless"},
		{City: "São Paulo"},
	})
	city, ok := x.CityLabel("sao paulo")
	require.True(t, ok)
	require.Equal(t, "São Paulo", city, "most documents")
	city, _ = x.CityLabel(" SÃO  Paulo")
	require.Equal(t, "São Paulo", city)
	_, ok = x.CityLabel("Recife")
	require.False(t, ok)
	_, ok = x.CityLabel("")
	require.False(t, ok)
	name, ok := x.OrganizationLabel("Casa")
	require.True(t, ok)
	require.Equal(t, "Casa Um", name, "the first of equally frequent ones")
	_, ok = x.OrganizationLabel("nameless")
	require.False(t, ok)
}

func TestEmptyIndex(t *testing.T) {
	x := mustIndex(t, nil)
	require.NoError(t, x.Verify())
	for _, q := range []search.Query{{}, {Text: "rock"}, {City: "santos"}, {Text: "gastronomia", State: "sp"}} {
		ids, total := x.Search(q, 0, 10, nil)
		require.Empty(t, ids)
		require.Zero(t, total)
	}
	_, err := x.JSON(0)
	require.ErrorIs(t, err, search.ErrNoDocument)
}

func TestConcurrentSearches(t *testing.T) {
	docs := make([]search.Doc, 300)
	c := generated.New(3)
	for i := range docs {
		docs[i] = c.Doc(i)
	}
	x := mustIndex(t, docs)
	queries := generated.Queries(2, 64)
	type answer struct {
		ids   []uint32
		total int
	}
	want := make([]answer, len(queries))
	for i, q := range queries {
		want[i].ids, want[i].total = x.Search(q, 0, 50, nil)
	}
	got := make([][]answer, 8)
	var wg sync.WaitGroup
	for g := range got {
		wg.Go(func() {
			for _, q := range queries {
				var a answer
				a.ids, a.total = x.Search(q, 0, 50, nil)
				got[g] = append(got[g], a)
			}
		})
	}
	wg.Wait()
	for g := range got {
		require.Equal(t, want, got[g])
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget")
	}
	docs := make([]search.Doc, 5000)
	c := generated.New(4)
	for i := range docs {
		docs[i] = c.Doc(i)
	}
	x := mustIndex(t, docs)
	percent := debug.SetGCPercent(-1) // a collection empties pools
	t.Cleanup(func() { debug.SetGCPercent(percent) })
	dst := make([]uint32, 0, 64)
	for _, c := range benchQueries {
		require.Zero(t, testing.AllocsPerRun(20, func() { dst, _ = x.Search(c.q, 40, 20, dst[:0]) }), c.name)
	}
	var err error
	require.Zero(t, testing.AllocsPerRun(20, func() { _, err = x.JSON(7) }))
	require.NoError(t, err)
}
