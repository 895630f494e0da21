package build_test

import (
	"bytes"
	"log/slog"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// A logo that runs something is published without it, the build says what was left out,
// and the answer lets nothing run that may be left.
func TestHostileLogo(t *testing.T) {
	s := newShop(t, "["+textEvent(1, "um")+"]")
	s.yaml(fileSource + "theme: {logo: logo.svg}\n")
	s.write("logo.svg",
		"<svg xmlns=\"http://www.w3.org/2000/svg\">\n<script>alert(1)</script><path "+
			"onload=\"x()\" d=\"M0 0\"/></svg>")
	var log bytes.Buffer
	s.options.Log = slog.New(slog.NewTextHandler(&log, nil))
	s.mustPublish()
	require.Contains(t, log.String(), `what="line 2: <script>"`)
	require.Contains(t, log.String(), `what="line 2: onload of <path>"`)

	rel := s.live()
	path := regexp.MustCompile(
		`<img src="(/assets/[0-9a-f]+\.svg)" alt="Palco"`).FindStringSubmatch(body(t, rel, "/",
		"text/html"))[1]
	require.Equal(t,
		`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`+
			"\n"+`<path d="M0 0"></path></svg>`, body(t, rel, path, "image/svg+xml"))
	ref, ok := rel.Lookup(path)
	require.True(t, ok)
	require.Contains(t, ref.Variant(0).Profile(), release.Field{
		Name:  "Content-Security-Policy",
		Value: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
	})

	s.write("logo.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<g></svg>")
	out := s.build()
	require.ErrorContains(t, out.Err, "logo.svg: line 2: not an SVG: </svg> closes nothing")
	_, err := os.Stat(s.dir())
	require.NoError(t, err, "the release before stays")
}
