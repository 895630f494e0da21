package adapt_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/validate"
	"cartaz/builder/rowstest"
)

// readTable gives the items of a table.
func readTable(t testing.TB, text string, o adapt.Options) ([]adapt.Item, error) {
	t.Helper()
	if o.Locale == "" {
		o.Locale = "pt-BR"
	}
	var items []adapt.Item
	b, err := adapt.Open(strings.NewReader(text), o, "")
	if err == nil {
		_, err = adapt.ReadTable(b, o,
			func(i adapt.Item) error { items = append(items, i); return nil })
	}
	return items, err
}

const agenda = "Nome;Data;Horário;Local;Cidade;UF;Categorias;Situação;Online;Preço\n" +
	"\"Roda de choro; aberta\";01/02/2027;20h;Praça da Sé;São Paulo;sp;música, choro;;não;10\n" +
	"\n" +
	"Café com poesia;13/02/2027;19:30;Sesc;Recife;Pernambuco;;Cancelado;sim;\n"

// want are the records of agenda.
const want = `[{"location":{"city":"São Paulo","name":"Praça da Sé","state_abbr":"SP"},` +
	`"name":"Roda de choro; aberta","starts_at":"01/02/2027","start_time":"20h",` +
	`"date_order":"day","facts":{"Preço":"10"},"tags":["música","choro"]},` +
	`{"facts":{"Situação":"Cancelado"},"is_online":true,"location":{"city":"Recife",` +
	`"name":"Sesc","state":"Pernambuco"},` +
	`"name":"Café com poesia","starts_at":"13/02/2027","start_time":"19:30",` +
	`"date_order":"day",` +
	`"status":"Cancelado"}]`

// TestEncodings: the same table in every encoding, with every delimiter, and below a title.
func TestEncodings(t *testing.T) {
	cp1252, err := charmap.Windows1252.NewEncoder().String(agenda)
	require.NoError(t, err)
	little, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewEncoder().
		String(agenda)
	require.NoError(t, err)
	big, err := unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewEncoder().String(agenda)
	require.NoError(t, err)
	unquoted := strings.ReplaceAll(strings.ReplaceAll(agenda, "música, choro", "música|choro"),
		"choro; aberta", "choro, aberta")
	for name, text := range map[string]string{
		"utf-8": agenda, "mark": "\ufeff" + agenda, "windows-1252": cp1252, "utf-16le": little,
		"utf-16be": big, "CRLF": strings.ReplaceAll(agenda, "\n", "\r\n"),
		"sep": "sep=;\r\n" + agenda, "title": "Programação de verão;;;\n\n" + agenda,
		"comma": strings.ReplaceAll(strings.ReplaceAll(agenda, "música, choro", "música| choro"),
			";", ","),
		"tab": strings.ReplaceAll(unquoted, ";", "\t"),
	} {
		t.Run(name, func(t *testing.T) {
			items, err := readTable(t, text, adapt.Options{})
			require.NoError(t, err)
			var records []any
			for _, i := range items {
				records = append(records, i.Record())
			}
			got, err := json.Marshal(records)
			require.NoError(t, err)
			expected := want
			if name == "comma" || name == "tab" {
				expected = strings.Replace(want, "choro; aberta", "choro, aberta", 1)
			}
			require.JSONEq(t, expected, string(got))
		})
	}
}

// TestRow: a program sees the cells by their headers, and the line.
func TestRow(t *testing.T) {
	items, err := readTable(t, "Sala,Sala,,Preço\nA,B,C,10,beyond\n", adapt.Options{Mapped: true})
	require.NoError(t, err)
	require.Equal(t, map[string]any{"Sala": "A", "Sala 2": "B", "column 3": "C", "Preço": "10"},
		items[0].Value["row"])
	require.Equal(t, 2, items[0].Value["line"])
}

// TestBadTables: a text that is no whole table of events is refused with the fault.
func TestBadTables(t *testing.T) {
	for _, tt := range []struct {
		text string
		o    adapt.Options
		want string
	}{
		{"", adapt.Options{}, "empty"},
		{"\n\n", adapt.Options{}, "empty"},
		{"a,b\n1,2\n", adapt.Options{}, `the columns are ["a" "b"]: call one of them name, title`},
		{"nome,data\n\"Roda,2027", adapt.Options{}, "line 2"},
		{"nome\tdata\n\"Roda\t2027\nSarau\t2027\n", adapt.Options{}, "line 2"},
		{"nome\nCaf\xe9\n", adapt.Options{Charset: "x-none"}, `charset "x-none"`},
		{"n\x00o\x00m\x00e\x00", adapt.Options{}, "UTF-16 without a mark"},
	} {
		_, err := readTable(t, tt.text, tt.o)
		require.ErrorIs(t, err, adapt.ErrMalformed, tt.text)
		require.ErrorContains(t, err, tt.want)
	}
}

// TestManyRows: 10,000 rows come in the order of the table.
func TestManyRows(t *testing.T) {
	items, err := readTable(t, "nome,data\n"+strings.Repeat("Roda,2027-02-01\n", 10_000),
		adapt.Options{})
	require.NoError(t, err)
	require.Len(t, items, 10_000)
	require.Equal(t, 10_001, items[9_999].Value["line"])
}

// TestIsTable: a table of events is distinguished from other texts.
func TestIsTable(t *testing.T) {
	for text, want := range map[string]bool{
		agenda: true, "name,starts_at\n": true, "name\n": false, "Hello, world\n": false, "": false,
		"Ime;Kdaj;Kje\nA;1;2\nB;3;4\n": true, "Well, then, go\nSo, let us, see\nAnd, end\n": false,
	} {
		require.Equal(t, want, adapt.IsTable([]byte(text)), text)
	}
}

// TestOddTables: one odd character or time costs no more than itself.
func TestOddTables(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string // name, start, end, description
	}{
		{"name,date,description\nA,2027-03-01,Caf\ufffd\nB,2027-03-02,o\x00k\n",
			[]string{"A 2027-03-01  Caf\ufffd", "B 2027-03-02  ok"}},
		{"name\tdate\tdescription\n5\" vinyl\t2027-03-01\t\"a\"\nB\t2027-03-02\tb\n",
			[]string{`5" vinyl 2027-03-01  a`, "B 2027-03-02  b"}},
		{"name,date\nA,46447.8333\nB,46447.83\nC,46447.8333333\n",
			[]string{"A 2027-03-01T20:00:00", "B 2027-03-01T19:55:00", "C 2027-03-01T20:00:00"}},
		{"name,date,time\nA,2027-03-01,TBA\nB,2027-03-02,20:00 - 22:00\nC,2027-03-03,às 20h\n" +
			"D,2027-03-04,20:00:00.000\nE,2027-03-05,2000\nF,2027-03-06,22:00–02:00\n" +
			"G,06/03/2027 às 20h,\nH,2027-03-07 às 20h,\n",
			[]string{"A 2027-03-01", "B 2027-03-02T20:00:00 2027-03-02T22:00:00",
				"C 2027-03-03T20:00:00", "D 2027-03-04T20:00:00", "E 2027-03-05T20:00:00",
				"F 2027-03-06T22:00:00 2027-03-07T02:00:00", "G 2027-03-06T20:00:00",
				"H 2027-03-07T20:00:00"}},
	} {
		items, err := readTable(t, tt.text, adapt.Options{})
		require.NoError(t, err)
		var got []string
		for _, i := range items {
			rec := validate.New(validate.Config{}).Gate(i.Record(), "", nil).Record
			got = append(got, strings.TrimSpace(strings.Join([]string{rec.Name,
				rec.Starts.String(), rec.Ends.String(), rec.Description}, " ")))
		}
		require.Equal(t, tt.want, got)
	}
}

// TestKeys: without a column called id, a key that differs in every row, else an address of its
// own.
func TestKeys(t *testing.T) {
	for text, want := range map[string][]any{
		"nome,Show ID,Venue ID,link\nA,a1,1,https://x/1\nB,a2,1,https://x/2\n": {"a1", "a2"},
		"nome,Show ID,link\nA,a1,https://x/1\nB,a1,https://x/2\nC,a1,https://x/2\n": {
			"https://x/1", nil, nil},
		"nome,cor\nA,1\nB,2\n":             {nil, nil},
		"nome,uid,Show ID\nA,7,1\nB,8,2\n": {"7", "8"},
	} {
		items, err := readTable(t, text, adapt.Options{})
		require.NoError(t, err)
		var got []any
		for _, i := range items {
			got = append(got, i.Record().(map[string]any)["id"])
		}
		require.Equal(t, want, got, text)
	}
}

// TestExports: the tables that programs export are known by their headings alone; the whole row.
func TestExports(t *testing.T) {
	for file, want := range rowstest.Read[map[string]string](t, "testdata/exports.yaml") {
		text, err := os.ReadFile("testdata/" + file + ".csv")
		require.NoError(t, err)
		items, err := readTable(t, string(text), adapt.Options{Locale: "en"})
		require.NoError(t, err)
		var records []any
		for _, i := range items {
			record, _ := i.Record().(map[string]any)
			rec := validate.New(validate.Config{Locale: "en"}).Gate(record, "", nil).Record
			for _, name := range []string{"facts", "date_order", "start_time", "end_time",
				"duration", "all_day"} {
				delete(record, name)
			}
			if rec == nil {
				record = nil // it is not public
			} else {
				adapt.Put(record, "state", string(rec.State))
				for name, at := range map[string]catalog.Moment{"starts_at": rec.Starts,
					"ends_at": rec.Ends} {
					delete(record, name)
					adapt.Put(record, name,
						strings.TrimSuffix(at.String(), at.Time.Format("-07:00")))
				}
			}
			records = append(records, record)
		}
		got, err := json.Marshal(records)
		require.NoError(t, err)
		require.JSONEq(t, want, string(got), file)
	}
}

// TestRowsOfOneEvent: rows with one id that differ in their dates alone are sessions of one event.
func TestRowsOfOneEvent(t *testing.T) {
	const table = "id,name,start,end,venue\n1,Peça,2027-02-01 20:00,2027-02-01 22:00,Sesc\n" +
		"1,Peça,2027-02-02 20:00,,Sesc\n2,Show,2027-02-03,,Sesc\n1,Peça,2027-02-03 20:00,,Sala\n" +
		",Roda,2027-02-04,,\n,Roda,2027-02-05,,\n"
	for mapped, want := range map[bool]int{false: 5, true: 6} {
		items, err := readTable(t, table, adapt.Options{Mapped: mapped})
		require.NoError(t, err)
		require.Len(t, items, want)
		sessions := items[0].Record().(map[string]any)["sessions"]
		if mapped {
			require.Nil(t, sessions)
			continue
		}
		require.Equal(t, []any{map[string]any{"starts_at": "2027-02-01 20:00",
			"ends_at": "2027-02-01 22:00"}, map[string]any{
			"starts_at": "2027-02-02 20:00"}}, sessions)
	}
}

// TestColumnOfStates: the cells of a column decide whether it is of regions or of states.
func TestColumnOfStates(t *testing.T) {
	for column, want := range map[string][]any{
		"No hay entradas|Se cae|":  {nil, nil, nil},
		"Jalisco|Nayarit|Colima":   {"Jalisco", "Nayarit", "Colima"},
		"SP|GO|Minas Gerais":       {nil, nil, "Minas Gerais"},
		"Espírito Santo|Retirado|": {nil, nil, nil},
	} {
		table := "nombre,fecha,estado\n"
		for cell := range strings.SplitSeq(column, "|") {
			table += "Obra,2027-02-01," + cell + "\n"
		}
		items, err := readTable(t, table, adapt.Options{})
		require.NoError(t, err)
		for i, item := range items {
			record := item.Record().(map[string]any)
			place, _ := record["location"].(map[string]any)
			require.Equal(t, want[i], place["state"], column)
			facts, _ := record["facts"].(map[string]any)
			cell := strings.Split(column, "|")[i]
			require.Equal(t, want[0] == nil && want[2] == nil && cell != "",
				facts["event status"] != nil, column)
		}
	}
}

// TestGuess: what a table without a charset is read as, and what is said of it.
func TestGuess(t *testing.T) {
	in := func(e *charmap.Charmap, text string) string {
		coded, err := e.NewEncoder().String(text)
		require.NoError(t, err)
		return "name;date\n" + coded + ";2027-03-01\n"
	}
	for _, tt := range []struct{ text, name, note, fault string }{
		{in(charmap.Windows1252, "Café d´Été à l’œuvre – 1ª m³ O´Neil"),
			"Café d´Été à l’œuvre – 1ª m³ O´Neil", "read as windows-1252", ""},
		{in(charmap.Windows1252, "ASCII"), "ASCII", "", ""},
		{in(charmap.Windows1250, "Święto Łodzi"), "Œwiêto £odzi", "source.encoding", ""},
		{in(charmap.Windows1251, "Концерт"), "", "", "source.encoding"},
		{in(charmap.Windows1253, "Συναυλία"), "", "", "source.encoding"},
		{in(charmap.Macintosh, "Königin für die Straße"), "", "", "source.encoding"},
		{in(charmap.KOI8R, "Концерт"), "", "", "source.encoding"},
		{"name;date\n\x89\xb9\x8a\x79\x89\xef;2027-03-01\n", "", "", "source.encoding"},
		{"name;date\nÁrvíztűrő caf\xe9;2027-03-01\n", "", "", "source.encoding"},
	} {
		items, err := readTable(t, tt.text, adapt.Options{})
		if tt.fault != "" {
			require.ErrorContains(t, err, tt.fault, tt.text)
			continue
		}
		require.NoError(t, err, tt.text)
		require.Equal(t, tt.name, items[0].Record().(map[string]any)["name"])
		require.Equal(t, tt.note == "", items[0].Note == "", items[0].Note)
		require.Contains(t, items[0].Note, tt.note)
	}
	items, err := readTable(t, "name;date\nÁr caf\xe9;2027-03-01\n",
		adapt.Options{Charset: "utf-8"})
	require.NoError(t, err)
	require.Equal(t, "Ár caf\ufffd", items[0].Record().(map[string]any)["name"])
	items, err = readTable(t, in(charmap.Windows1250, "Święto Łodzi"),
		adapt.Options{Encoding: "windows-1250"})
	require.NoError(t, err)
	require.Equal(t, "Święto Łodzi", items[0].Record().(map[string]any)["name"])
	require.Empty(t, items[0].Note)
}
