package validate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLatin: names beyond Latin letters get a slug where their spelling is known, and a slug that
// is there without that stays as it is.
func TestLatin(t *testing.T) {
	c := New(Config{})
	for name, want := range map[string]string{
		"кино": "kino", "Щелкунчик": "shchelkunchik", "Київ": "kiyiv", "Чайка, 2-й день": "2",
		"Ёлка": "yolka", "Ποίηση": "poiisi", "Ξένια": "xenia",
		"さくら": "sakura", "カラオケ": "karaoke", "きっちん": "kitchin", "コンサート": "konsato",
		"がっこう": "gakkou", "しゃしん": "shashin",
		"Rock кино": "rock", "Café Ünder": "cafe-under",
		"東京": "evento-7", "東京カラオケ": "evento-7", "مسرح": "evento-7", "!": "evento-7",
	} {
		rec, _, _ := c.Check(map[string]any{"name": name, "id": 7}, "")
		require.NotNil(t, rec, name)
		require.Equal(t, want, rec.Slug, name)
		require.Regexp(t, `^[a-z0-9]+(-[a-z0-9]+)*$`, rec.Slug)
	}
}

// TestBasicTimes: the basic form of ISO 8601 is read, and nothing that only looks like it.
func TestBasicTimes(t *testing.T) {
	for text, want := range map[string]string{
		"20270201T200000Z": "2027-02-01T20:00:00Z", "20270201T2000": "2027-02-01T20:00:00",
		"20270201T200000-0300": "2027-02-01T20:00:00-03:00", "20271301T200000": "",
		"20270201T2": "", "20270201": "2027-02-01",
	} {
		rec, _, _ := New(Config{}).Check(map[string]any{"name": "a", "starts_at": text}, "")
		require.Equal(t, want, rec.Starts.String(), text)
	}
}
