package validate

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// typeName is what a JSON reader calls the type of a value.
func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	if _, ok := numberText(v); ok {
		return "a number"
	}
	return fmt.Sprintf("a value of type %T", v)
}

// numberText is a number in its shortest decimal form, without exponent.
func numberText(v any) (string, bool) {
	switch v := v.(type) {
	case int:
		return strconv.Itoa(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case *big.Int:
		if v == nil {
			return "", false
		}
		return v.String(), true
	case float64:
		return floatText(v)
	case json.Number:
		// An integer of any length keeps its digits; as a float it would not.
		if len(v) < 400 {
			if i, ok := new(big.Int).SetString(string(v), 10); ok {
				return i.String(), true
			}
		}
		f, err := v.Float64()
		if err != nil {
			return "", false
		}
		return floatText(f)
	}
	return "", false
}

func floatText(f float64) (string, bool) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return "", false
	}
	if f == 0 {
		return "0", true // never "-0"
	}
	return strconv.FormatFloat(f, 'f', -1, 64), true
}

// integer is a number without fraction that fits int64; 3.0 is one.
func integer(v any) (int64, bool) {
	s, ok := numberText(v)
	if !ok {
		return 0, false
	}
	i, err := strconv.ParseInt(s, 10, 64)
	return i, err == nil
}
