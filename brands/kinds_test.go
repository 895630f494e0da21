package brands_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
)

// TestSheetAddress: the links of a spreadsheet that people copy become the address of its CSV.
func TestSheetAddress(t *testing.T) {
	const sheets = "https://docs.google.com/spreadsheets/d/"
	for from, want := range map[string]string{
		sheets + "1aB-c_d/edit#gid=7":       sheets + "1aB-c_d/export?format=csv&gid=7",
		sheets + "1aB-c_d/edit?usp=sharing": sheets + "1aB-c_d/export?format=csv",
		sheets + "1aB-c_d/edit?gid=5#gid=5": sheets + "1aB-c_d/export?format=csv&gid=5",
		sheets + "1aB-c_d":                  sheets + "1aB-c_d/export?format=csv",
		sheets + "e/2PACX-1v/pubhtml":       sheets + "e/2PACX-1v/pub?output=csv",
		sheets + "e/2PACX-1v/pubhtml?gid=3": sheets +
			"e/2PACX-1v/pub?gid=3&output=csv&single=true",
		sheets + "1aB-c_d/export?format=csv":      sheets + "1aB-c_d/export?format=csv",
		"https://docs.google.com/document/d/1/x":  "https://docs.google.com/document/d/1/x",
		"https://a.example/spreadsheets/d/1/edit": "https://a.example/spreadsheets/d/1/edit",
		"://": "://",
	} {
		require.Equal(t, want, brands.SheetAddress(from), from)
	}
}
