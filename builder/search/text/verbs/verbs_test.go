package verbs_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text/verbs"
)

// Every form of every verb is read as a form of it, and there is room for all readings.
func TestFormsAreRead(t *testing.T) {
	var r verbs.Readings
	for _, table := range [...]*verbs.Table{verbs.Spanish(), verbs.Portuguese()} {
		for i, v := range table.Verbs {
			table.EachWord(i, nil, func(form []byte) {
				r.Read(table, form)
				require.Less(t, len(r.All()), 8, "%s", form)
				require.True(t, slices.ContainsFunc(r.All(), func(reading verbs.Reading) bool {
					return reading.Verb == i
				}), "%s of %s", form, v.Infinitive)
			})
		}
	}
}

// Forms of a verb, those that nouns look like behind a bar, and words that are none behind two.
func TestSpanish(t *testing.T) {
	table := verbs.Spanish()
	of := func(word string) (sure, bare []string) {
		var r verbs.Readings
		r.Read(table, []byte(word))
		for _, reading := range r.All() {
			name := table.Verbs[reading.Verb].Infinitive
			if reading.Kind == verbs.Form {
				sure = append(sure, name)
			} else {
				bare = append(bare, name)
			}
		}
		return sure, bare
	}
	for _, row := range []string{
		"editar editando editaron editan editarlo editelos | edita edite edito editado | edil",
		"organizar organicen organizaba | organice organiza | organo organico",
		"buscar busquen | busque busca | busto", "pagar paguen | pague paga | pagina",
		"jugar juegan jueguen jugaron | juega juegue juego | jugo",
		"pensar piensan pensando | piensa piense |",
		"probar prueban | prueba pruebe |", "aprender aprendieron aprendan | aprende |",
		"volver vuelven volviendo | vuelve vuelva vuelto | vuelo",
		"reproducir reproduzcan reproducen | reproduce reproduzca reproduzco | reproche",
		"traducir tradujeron | traduce traduzca tradujo | traje",
		"conocer conozcan | conoce conozca |", "vencer venzan | vence venza |",
		"torcer tuerzan | tuerce tuerza |", "proteger protejan | protege proteja |",
		"dirigir dirijan | dirige dirija dirigido | directo",
		"seguir siguen sigan siguiendo | sigue siga | siglo",
		"preferir prefieren prefirieron | prefiere |", "pedir piden pidieron | pide pida |",
		"dormir duermen durmiendo | duerme |", "construir construyen construyendo | construye |",
		"ver vea vean viendo verlas veran | visto | via",
		"hacer hagan haciendo hacerlo hazlo | haga hace hecho | hacia",
		"poner pongan pondra | ponga pone | puesto",
		"componer compongan compondra | compone compuesto |",
		"poder pueden podran pudieron | puede pueda pudo | podio",
		"obtener obtengan obtendra | obtiene obtenga obtuvo | obra",
		"leer leyendo leyeron | lee | leo", "caer cayendo caigan | cae caiga |",
		"oir oyen oigan oyendo | oye oiga | oro", "oler huelen | huele | ola",
		"comer comen | come | como coma", "entrar entran | entra | entre",
		"parar paran | | para parte", "nadar nadan nadando | | nada",
		"abrir abren abriendo | abre abierto | abrigo",
		"escribir escriban | escribe escrito | escritorio",
		"sonar suenan | suena sueno | son", "salir salgan saldra | sale | sala",
	} {
		parts := strings.Split(row, "|")
		words := strings.Fields(parts[0])
		infinitive := words[0]
		for _, word := range words {
			sure, _ := of(word)
			require.Contains(t, sure, infinitive, word)
		}
		for word := range strings.FieldsSeq(parts[1]) {
			sure, bare := of(word)
			require.Contains(t, bare, infinitive, word)
			require.Empty(t, sure, word)
		}
		for word := range strings.FieldsSeq(parts[2]) {
			sure, bare := of(word)
			require.NotContains(t, append(sure, bare...), infinitive, word)
		}
	}
}
