package site_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/page"
)

// A page is carried over when its sum equals the sum in the release before, and the sum reads
// models as JSON: a member that JSON leaves out could change without its page.
func TestSumsReadEveryMember(t *testing.T) {
	for _, model := range []any{&page.GroupModel{}, &page.DayModel{}, &page.ArchivePageModel{}} {
		requireInJSON(t, model, reflect.ValueOf(model).Elem(), reflect.TypeOf(model).String())
	}
}

// requireInJSON sets the members below v, a part of a model, one after the other: each must change
// the JSON of the model.
func requireInJSON(t *testing.T, model any, v reflect.Value, path string) {
	t.Helper()
	require.True(t, v.CanSet(), "%s is not exported", path)
	before, err := json.Marshal(model)
	require.NoError(t, err)
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return // has its own JSON
		}
		for _, f := range reflect.VisibleFields(v.Type()) {
			if len(f.Index) == 1 {
				requireInJSON(t, model, v.FieldByIndex(f.Index), path+"."+f.Name)
			}
		}
		return
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		requireInJSON(t, model, v.Elem(), path)
		return
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		requireInJSON(t, model, v.Index(0), path)
		return
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Uint8:
		v.SetUint(1)
	default:
		v.SetInt(1)
	}
	after, err := json.Marshal(model)
	require.NoError(t, err)
	require.NotEqual(t, string(before), string(after), "%s is not in the sum", path)
}
