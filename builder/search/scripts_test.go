package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/naive"
)

// Names in many scripts, each with what finds it and what must not, however it is typed: without
// marks, in another case or width, only its beginning, or a part of a run without spaces.
func TestScripts(t *testing.T) {
	cases := map[string]struct {
		name       string
		found, not []string
	}{
		"cyrillic": {
			"Йошкар-Ола: джазовый фестиваль",
			[]string{"иошкар", "ЙОШКАР", "йошкарола", "джаз", "фестивал", "фестиваьл"},
			[]string{"москва"},
		},
		"ukrainian": {
			"Свято їжі у Києві", []string{"їжі", "ЇЖІ", "києв"}, []string{"києвський"},
		},
		"greek": {
			"Φεστιβάλ Αθηνών: Οδυσσέας", []string{"φεστιβαλ", "ΟΔΥΣΣΕΑΣ", "οδυσσεασ", "Αθην"},
			[]string{"Θεσσαλονίκη"},
		},
		"arabic": {
			"مهرجان الموسيقى في المدرسة ٢٠٢٧",
			[]string{"مِهْرَجَان", "الموسيقي", "المدرسه", "مهـــرجان", "2027", "المدر"},
			[]string{"2026"},
		},
		"persian": {
			"شب شعر ایرانی کتاب", []string{"ايراني", "كتاب", "شب"}, []string{"کتابخانه"},
		},
		"hebrew": {
			"פסטיבל מָחוֹל של צה״ל", []string{"מחול", "צהל", "צה״ל", "פסטי"}, []string{"שלום"},
		},
		"thai": {
			"เทศกาลอาหารไทย กรุงเทพมหานคร", []string{"อาหาร", "ไทย", "กรุงเทพ", "มหานคร", "เทศกาล"},
			[]string{"ดนตรี"},
		},
		"lao":     {"ງານບຸນບັ້ງໄຟ", []string{"ບຸນ", "ບັ້ງໄຟ"}, []string{"ດົນຕີ"}},
		"khmer":   {"ពិធីបុណ្យអុំទូក", []string{"បុណ្យ", "អុំទូក"}, []string{"តន្ត្រី"}},
		"burmese": {"သင်္ကြန်ပွဲတော်", []string{"သင်္ကြန်", "ပွဲတော်"}, []string{"ဂီတ"}},
		"devanagari": {
			"हिन्दी संगीत समारोह २०२७", []string{"हिन्दी", "संगीत", "समा", "2027"},
			[]string{"हिन्द नाटक"},
		},
		"tamil": {
			"தமிழ் இசை விழா", []string{"தமிழ்", "இசை", "விழா"}, []string{"நாடகம்"},
		},
		"chinese, two gaps": {"北京  音乐，晚会 演出", []string{"晚会演出", "北京 音乐"}, []string{"北京音乐", "音乐晚会"}},
		"chinese":           {"北京京剧晚会", []string{"京剧", "北京", "晚会", "北京 晚会", "剧"}, []string{"上海"}},
		"japanese": {
			"東京ジャズ・フェスティバル", []string{"東京", "ジャズ", "ﾌｪｽﾃｨﾊﾞﾙ", "フェスティバル", "ジャズフェスティバル", "ジャズ フェス"},
			[]string{"京都", "ハズ", "ズバル"},
		},
		"korean": {
			"서울 재즈페스티벌", []string{"재즈", "페스티벌", "서울 재즈", "서", "서울재즈"}, []string{"부산", "울페"},
		},
		"georgian": {"ღვინის ფესტივალი", []string{"ღვინის", "ფესტ"}, []string{"თბილისი"}},
		"armenian": {"Ջազ Երևանում", []string{"ջազ", "երևան"}, []string{"ռոք"}},
		"vietnamese": {
			"Đêm hội Trung thu Hà Nội", []string{"dem hoi", "đêm hội", "ha noi", "HÀ NỘI"},
			[]string{"sai gon"},
		},
		"full width": {"ＲＯＣＫ　２０２７", []string{"rock", "2027", "ｒｏｃｋ"}, []string{"jazz"}},
		"emoji": {
			"Roda 🥁🇧🇷 👩‍👩‍👧", []string{"🥁", "🇧🇷", "👧", "roda 🥁"}, []string{"🎸", "🇦🇷"},
		},
		"emoji with tones": {"Aplauso 👏🏽", []string{"👏", "👏🏿"}, []string{"🙌"}},
		"mixed": {
			"DJ 東京 Night", []string{"dj 東京", "東京 night", "dj東京", "nig"}, []string{"大阪"},
		},
	}
	var docs []search.Doc
	numbers := map[string]uint32{}
	for _, name := range sortedKeys(cases) {
		numbers[name] = uint32(len(docs))
		docs = append(docs, search.Doc{Name: cases[name].name})
	}
	x, scan := mustIndex(t, docs), naive.New(docs)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for _, text := range append(c.found, c.not...) {
				q := search.Query{Text: text}
				requireSame(t, x, scan, q, 50)
			}
			for _, text := range c.found {
				ids, _ := x.Search(search.Query{Text: text}, 0, 50, nil)
				require.Contains(t, ids, numbers[name], text)
			}
			for _, text := range c.not {
				ids, _ := x.Search(search.Query{Text: text}, 0, 50, nil)
				require.NotContains(t, ids, numbers[name], text)
			}
		})
	}
}
