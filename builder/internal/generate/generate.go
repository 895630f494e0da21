// Package generate makes catalogues of any size for benchmarks and tests: events
// in Portuguese with venues, organisers, prices and descriptions of the length
// that real ones have. The same options give the same bytes on every machine.
package generate

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cartaz/builder/catalog"
)

// Options describe a catalogue.
type Options struct {
	Events int
	Seed   uint64
	// Changed is how many events, spread over the catalogue, have another
	// description and price than in the catalogue with Changed 0.
	Changed int
}

var (
	acts = strings.Fields("Samba Choro Frevo Forró Maracatu Baião Jazz Rock Rap Soul Orquestra " +
		"Coral Quarteto Roda Baile Cortejo Mostra Festival Sarau Ensaio Espetáculo Oficina " +
		"Cineclube Feira")
	nouns = strings.Fields("Lua Rua Praça Ponte Serra Mar Rio Ladeira Janela Cidade Estrela " +
		"Madrugada Primavera Mangueira Jangada Saudade Memória Esperança Viola Sanfona Tambor " +
		"Cigarra Andorinha Girassol")
	quals = strings.Fields("Azul Livre Nova Antiga Brasileira Popular Mineira Baiana Paulista " +
		"Carioca Nordestina Encantada Infinita Clara Noturna Elétrica Acústica Suspensa Aberta " +
		"Viva")
	venues = strings.Fields("Teatro Auditório Galpão Casa Espaço Centro Arena Clube Parque Praça")
	words  = strings.Fields("uma noite de música com artistas da cidade que celebram a cultura " +
		"popular e convidam o público para dançar até mais tarde no palco principal entrada pela " +
		"rua lateral classificação livre estacionamento no local sujeito à lotação da casa " +
		"repertório inédito convidados especiais clássicos do cancioneiro brasileiro novas " +
		"composições histórias da infância memórias do bairro tradição oral improviso percussão " +
		"cordas metais vozes luz cenário figurino direção roteiro pesquisa projeto realização " +
		"apoio")
	cities = []struct{ name, state, uf, zone string }{
		{"São Paulo", "São Paulo", "SP", "America/Sao_Paulo"},
		{"Rio de Janeiro", "Rio de Janeiro", "RJ", "America/Sao_Paulo"},
		{"Recife", "Pernambuco", "PE", "America/Recife"},
		{"Salvador", "Bahia", "BA", "America/Bahia"}, {"Belém", "Pará", "PA", "America/Belem"},
		{"Manaus", "Amazonas", "AM", "America/Manaus"},
		{"Belo Horizonte", "Minas Gerais", "MG", "America/Sao_Paulo"},
		{"Curitiba", "Paraná", "PR", "America/Sao_Paulo"},
		{"Porto Alegre", "Rio Grande do Sul", "RS", "America/Sao_Paulo"},
		{"Fortaleza", "Ceará", "CE", "America/Fortaleza"},
		{"Goiânia", "Goiás", "GO", "America/Sao_Paulo"},
		{"Cuiabá", "Mato Grosso", "MT", "America/Cuiaba"},
		{"Rio Branco", "Acre", "AC", "America/Rio_Branco"},
		{"Florianópolis", "Santa Catarina", "SC", "America/Sao_Paulo"},
	}
)

// Records writes the catalogue as NDJSON, one record a line, in the order of
// ids.
func Records(w io.Writer, o Options) error {
	out := bufio.NewWriterSize(w, 1<<18)
	var line []byte
	for i := range o.Events {
		line = append(record(line[:0], o, i), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// changedEvents says whether event i is among the changed ones: every n-th, so that
// they are spread like real edits.
func (o Options) changedEvents(i int) bool {
	if o.Changed == 0 {
		return false
	}
	step := max(1, o.Events/o.Changed)
	return i%step == 0 && i/step < o.Changed
}

// record appends event i. Each event has a random stream of its own, so it does
// not depend on how many there are.
func record(b []byte, o Options, i int) []byte {
	r := rand.New(rand.NewPCG(o.Seed, uint64(i)))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	name := pick(acts) + " " + pick(nouns) + " " + pick(quals)
	// Venues have five events each, as those of the sample brands have. Like producers, they stay
	// the same when a few events more are made.
	at := rand.New(rand.NewPCG(o.Seed, 1<<63|uint64(r.IntN(10*max(1, o.Events/50)))))
	city := cities[at.IntN(len(cities))]
	venue := venues[at.IntN(len(venues))] + " " + nouns[at.IntN(len(nouns))] + " " +
		quals[at.IntN(len(quals))]
	producer := r.IntN(max(1, min(2000, o.Events/50)))
	start := time.Date(2027, 1, 1, 10, 0, 0, 0,
		time.UTC).Add(time.Duration(r.IntN(365*24*2)) * 30 * time.Minute)
	price := int64(1000 + 500*r.IntN(60))
	note := ""
	if o.changedEvents(i) {
		price += 100
		note = "Horário confirmado pela organização. "
	}
	text := func(n int) string {
		s := make([]string, n)
		for i := range s {
			s[i] = pick(words)
		}
		return strings.Join(s, " ")
	}
	b = fmt.Appendf(b, `{"id":%d,"name":`, i+1)
	b = catalog.AppendString(b, name)
	b = fmt.Appendf(b, `,"slug":"evento-%d","description":`, i+1)
	b = catalog.AppendString(b, "<p>"+note+text(45)+".</p><p><strong>"+text(3)+"</strong>: "+
		text(40)+".</p><ul><li>"+text(4)+"</li><li>"+text(5)+"</li></ul>")
	b = fmt.Appendf(b,
		`,"status":"ativo","starts_at":%q,"ends_at":%q,"timezone":%q,"location":{"name":`,
		start.Format(catalog.LocalTime), start.Add(2*time.Hour).Format(catalog.LocalTime),
		city.zone)
	b = catalog.AppendString(b, venue)
	b = append(b, `,"city":`...)
	b = catalog.AppendString(b, city.name)
	b = append(b, `,"state":`...)
	b = catalog.AppendString(b, city.state)
	b = fmt.Appendf(b, `,"state_abbr":%q,"formatted_address":`, city.uf)
	b = catalog.AppendString(b, fmt.Sprintf("Rua %s, %d, %s - %s", nouns[at.IntN(len(nouns))],
		1+at.IntN(900), city.name, city.uf))
	b = fmt.Appendf(b,
		`,"latitude":%.4f,"longitude":%.4f},"producer":{"name":"Produtora %d",`+
			`"slug":"produtora-%d"}`, -30+at.Float64()*28, -60+at.Float64()*20, producer, producer)
	return fmt.Appendf(b,
		`,"tickets":[{"name":"Inteira","price":%d,"fee":%d},{"name":"Meia","price":%d,"fee":%d}]}`,
		price, price/10, price/2, price/20)
}

// Brand writes the folder of a brand called key below dir, with its catalogue.
func Brand(dir, key string, o Options) error {
	const source = "{kind: file, path: catalogue.ndjson, max_bytes: 64 GiB, timeout: 4h}"
	if err := settings(dir, key, source); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, key, "catalogue.ndjson"))
	if err != nil {
		return err
	}
	if err := Records(f, o); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Pulled writes the folder of a brand called key below dir, whose catalogue is at url.
func Pulled(dir, key, url string) error {
	return settings(dir, key, fmt.Sprintf("{kind: http, url: %q, pages: none}", url))
}

func settings(dir, key, source string) error {
	folder := filepath.Join(dir, key)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	yaml := fmt.Sprintf(`name: %s
locale: pt-BR
timezone: America/Sao_Paulo
site_url: https://%s.example
base_url: https://%s.example/api/public/v1
auth_url: https://auth.%s.example
buy_url: https://tickets.example/{id}
as_of: 2026-11-20T12:00:00-03:00
source: %s
`, key, key, key, key, source)
	return os.WriteFile(filepath.Join(folder, "brand.yaml"), []byte(yaml), 0o644)
}
