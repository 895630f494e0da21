package validate

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/catalog"
)

// TestRecordHoldsEveryMember: a member that is added to Record and
// forgotten here would silently not be shown.
func TestRecordHoldsEveryMember(t *testing.T) {
	rec := &catalog.Record{}
	n := 0
	fill(reflect.ValueOf(rec).Elem(), &n)
	rec.Pageless = nil // what the plan says of it, each time
	require.Greater(t, n, 30)
	got, err := ReadRecord(AppendRecord(nil, rec))
	require.NoError(t, err)
	require.Equal(t, rec, got)
}

// fill gives every member a value of its own.
func fill(v reflect.Value, n *int) {
	*n++
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		*p = time.Unix(int64(*n)*100_000, int64(*n)).In(time.FixedZone("", -3*3600))
		return
	case *catalog.Precision:
		*p = catalog.Local
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	case reflect.Int64:
		v.SetInt(int64(*n) - 10)
	case reflect.Bool:
		v.SetBool(true)
	default:
		panic(v.Kind())
	}
}

func TestRecordRoundTrip(t *testing.T) {
	amount := rapid.Custom(func(t *rapid.T) *int64 {
		n := rapid.Int64().Draw(t, "amount")
		return &n
	})
	rapid.Check(t, func(t *rapid.T) {
		text, yes := rapid.String(), rapid.Bool()
		rec := &catalog.Record{
			ID: rapid.Int64().Draw(t, "id"), Name: text.Draw(t, "name"),
			Description: text.Draw(t, "description"),
			IsOnline:    yes.Draw(t, "online"), IsClosed: yes.Draw(t, "closed"),
			IsEnded: yes.Draw(t, "ended"),
			Starts: catalog.Moment{Precision: catalog.Instant,
				Time: time.Unix(rapid.Int64Range(-1<<35, 1<<36).Draw(t, "start"), 0).UTC()},
			UpdatedAt: time.Unix(rapid.Int64Range(-1<<35, 1<<36).Draw(t, "updated"), 0).UTC(),
		}
		if yes.Draw(t, "placed") {
			rec.Location = &catalog.Place{City: text.Draw(t, "city")}
		}
		for range rapid.IntRange(0, 3).Draw(t, "tickets") {
			rec.Tickets = append(rec.Tickets, catalog.Ticket{
				Name: text.Draw(t, "ticket"), Price: rapid.Ptr(rapid.Int64(), true).Draw(t,
					"price"), Fee: amount.Draw(t, "fee"), Available: yes.Draw(t, "available"),
			})
		}
		b := AppendRecord(nil, rec)
		got, err := ReadRecord(b)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(rec, got) {
			t.Fatalf("want %+v, got %+v", rec, got)
		}
		// Whatever is cut off is noticed.
		if _, err := ReadRecord(b[:rapid.IntRange(0, len(b)-1).Draw(t, "cut")]); err == nil {
			t.Fatal("a cut record was read")
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add(AppendRecord(nil, &catalog.Record{ID: 7, Name: "Sarau",
		Tickets: []catalog.Ticket{{Name: "Inteira"}}}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		if rec, err := ReadRecord(b); err == nil {
			again, err := ReadRecord(AppendRecord(nil, rec))
			require.NoError(t, err)
			require.Equal(t, AppendRecord(nil, rec), AppendRecord(nil, again))
		}
	})
}
