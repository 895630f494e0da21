package russian_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text/russian"
)

// Every form that a class gives to a stem is read as a form of that stem, so that of two words each
// finds the other.
func TestFormsAreRead(t *testing.T) {
	var r russian.Readings
	for i := range russian.Classes {
		c := &russian.Classes[i]
		for _, begin := range []string{"", "о", "ка", "выста", "перем", "семь", "копеи", "строи"} {
			for _, last := range c.Last {
				stem := begin + last
				if c.Prefixes {
					stem = last
				}
				if !c.Has([]byte(stem)) {
					continue
				}
				for _, reflexive := range []bool{false, c.IsVerb()} {
					c.EachForm([]byte(stem), reflexive, nil, func(form []byte) {
						r.Read(form)
						require.Less(t, r.Len(), 50, "%s has nearly more readings than fit", form)
						found := false
						for n := range r.Len() {
							reading, its := r.At(n)
							found = found || reading.Class == i && string(its) == stem &&
								reading.Reflexive == reflexive
						}
						require.True(t, found, "%s is no form of %s (%s)", form, stem, c.Name)
					})
				}
			}
		}
	}
}

// All forms of a word begin as it says, and are read as its forms.
func TestFormsAreKnown(t *testing.T) {
	var r russian.Readings
	for _, row := range append(russian.Aspects(), russian.International()...) {
		for _, word := range row {
			if word[0] < 0x80 {
				continue
			}
			r.Read([]byte(word))
			for i := range r.Len() {
				reading, stem := r.At(i)
				class := &russian.Classes[reading.Class]
				class.EachForm(stem, reading.Reflexive, nil, func(form []byte) {
					require.True(t, bytes.HasPrefix(form, r.Beginning()), "%s %s", word, form)
					require.True(t, r.IsForm(form), "%s %s", word, form)
				})
			}
		}
	}
	r.Read([]byte("цель"))
	require.False(t, r.IsForm([]byte("целыи")))
}

// Each adjective that belongs to a noun, and the noun, stand in the table as in a dictionary.
func TestPairsAreCitations(t *testing.T) {
	var r russian.Readings
	for _, pair := range append(russian.Of(), russian.Attributes()...) {
		r.Read([]byte(pair[0]))
		forms := map[string]bool{}
		for i := range r.Len() {
			r.EachTwin(i, nil, func(form []byte) { forms[string(form)] = true })
			r.EachAdjective(i, nil, func(form []byte) { forms[string(form)] = true })
		}
		require.Contains(t, forms, pair[1])
	}
}

// A word stands in one row of a table.
func TestRows(t *testing.T) {
	for _, table := range [][][]string{russian.International(), russian.Aspects()} {
		rows := map[string]int{}
		for i, row := range table {
			require.Greater(t, len(row), 1)
			for _, word := range row {
				if at, ok := rows[word]; ok {
					require.Equal(t, at, i, word)
				}
				rows[word] = i
			}
		}
	}
}

// Words of one family meet, and others with the same letters do not.
func TestFamilies(t *testing.T) {
	related := func(a, b string) bool {
		var one russian.Roots
		one.Read([]byte(a))
		_, ok := one.Meet([]byte(b), false)
		return ok
	}
	for _, pair := range [][2]string{
		{"рисовать", "рисование"}, {"загрузить", "загрузка"}, {"загружать", "загрузчик"},
		{"загрузить", "загружать"}, {"настроить", "настраивать"}, {"просматривать", "просмотр"},
		{"удаление", "удалять"}, {"конвертировать", "конвертация"}, {"сканер", "сканировать"},
		{"игра", "играть"},
		{"танцевать", "танец"}, {"запись", "записывать"}, {"проигрыватель", "проигрывать"},
		{"редактор", "редактирование"}, {"открыть", "открытие"}, {"игрок", "игра"},
	} {
		require.True(t, related(pair[0], pair[1]), "%s", pair)
		require.True(t, related(pair[1], pair[0]), "%s", pair)
	}
	for _, pair := range [][2]string{{"книжныи", "книга"}, {"игровои", "игра"}} {
		require.True(t, related(pair[0], pair[1]), "%s", pair)
		require.False(t, related(pair[1], pair[0]), "%s", pair)
	}
	for _, pair := range [][2]string{
		{"опера", "операция"}, {"орган", "организация"}, {"стол", "столица"},
		{"страна", "страница"}, {"мир", "мера"}, {"концерт", "концепция"},
	} {
		require.False(t, related(pair[0], pair[1]), "%s", pair)
	}
}
