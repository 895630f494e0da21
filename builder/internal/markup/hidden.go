package markup

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// hiddenClasses hide by the convention of the usual style sheets. Text that such a class hides on
// the organiser's own page would become visible on ours.
var hiddenClasses = strings.Fields(`hidden d-none invisible display-none hide sr-only visually-hidden
	visuallyhidden screen-reader-text`)

// hidden reports whether a browser would not show the element.
func hidden(n *html.Node) bool {
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "aria-hidden":
			if strings.EqualFold(strings.TrimSpace(a.Val), "true") {
				return true
			}
		case "class":
			for _, c := range strings.Fields(strings.ToLower(a.Val)) {
				if slices.Contains(hiddenClasses, c) {
					return true
				}
			}
		case "style":
			if hidingStyle(a.Val) {
				return true
			}
		}
	}
	return false
}

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?(\*/|$)`)
	cssEscape  = regexp.MustCompile(`\\([0-9a-fA-F]{1,6}[ \t\r\n\f]?|.)`)
	cssNumber  = regexp.MustCompile(`^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$`)
	cssCall    = regexp.MustCompile(`([a-z0-9]+)\(([^)]*)\)`)
	zeroFont   = regexp.MustCompile(`(^|\s)[+-]?0*\.?0+(px|pt|em|rem|%)?(/|\s|$)`)
)

// hidingStyle reports whether the declarations of a style attribute hide text: not drawn, too
// small, in the colour of the ground, moved off the page, or cut away.
func hidingStyle(style string) bool {
	style = cssComment.ReplaceAllString(style, " ")
	style = strings.ToLower(cssEscape.ReplaceAllStringFunc(style, unescapeCSS))
	d := map[string]string{}
	for decl := range strings.SplitSeq(style, ";") {
		name, value, ok := strings.Cut(decl, ":")
		if ok {
			value, _, _ = strings.Cut(value, "!")
			d[strings.TrimSpace(name)] = strings.Join(strings.Fields(value), " ")
		}
	}
	clips := strings.HasPrefix(d["overflow"], "hidden") || strings.HasPrefix(d["overflow"], "clip")
	switch {
	case d["display"] == "none", d["visibility"] == "hidden", d["visibility"] == "collapse",
		d["content-visibility"] == "hidden":
		return true
	case atMost(d["opacity"], .05, 5), atMost(d["font-size"], 1.5, 10),
		zeroFont.MatchString(d["font"]):
		return true
	case transparent(d["color"]), transparent(d["-webkit-text-fill-color"]), sameColours(d):
		return true
	case far(d["text-indent"]), far(d["margin"]), far(d["margin-left"]), far(d["margin-top"]),
		far(d["margin-right"]):
		return true
	case clips && (tiny(d["width"]) || tiny(d["height"]) || tiny(d["max-width"]) ||
		tiny(d["max-height"])):
		return true
	case strings.HasPrefix(d["position"], "absolute"), strings.HasPrefix(d["position"], "fixed"):
		if far(d["left"]) || far(d["top"]) || far(d["right"]) || far(d["bottom"]) ||
			far(d["inset"]) ||
			strings.HasPrefix(d["clip"], "rect(") {
			return true
		}
	}
	return cutAway(d["clip-path"]) || movedAway(d["transform"]) || tiny(d["scale"]) ||
		far(d["translate"]) ||
		strings.Contains(d["filter"], "opacity(0")
}

func unescapeCSS(s string) string {
	code, err := strconv.ParseUint(strings.TrimSpace(s[1:]), 16, 32)
	if err != nil {
		return s[1:]
	}
	return string(rune(code))
}

// number splits a CSS number from its unit.
func number(s string) (value float64, unit string, ok bool) {
	m := cssNumber.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return 0, "", false
	}
	value, err := strconv.ParseFloat(m[1], 64)
	return value, m[2], err == nil
}

// atMost reports whether s is a size too small to read: at most limit, or at most percent of
// another size. A size of 1 em or rem counts as 100 percent.
func atMost(s string, limit, percent float64) bool {
	v, unit, ok := number(s)
	switch {
	case !ok:
		return false
	case unit == "%":
		return v <= percent
	case unit == "em" || unit == "rem":
		return v*100 <= percent
	}
	return v <= limit
}

func tiny(s string) bool { return atMost(s, 1.5, 1) }

// far reports whether any length in s puts the box outside the page: at least 200 of any unit,
// 20 letters or one width of the page before its start, or 5,000 or two widths after it.
func far(s string) bool {
	for f := range strings.FieldsSeq(s) {
		v, unit, ok := number(f)
		em := unit == "em" || unit == "rem" || unit == "ex" || unit == "ch"
		relative := unit == "%" || unit == "vw" || unit == "vh"
		if ok && (v <= -200 || em && v <= -20 || relative && v <= -100 || v >= 5000 ||
			relative && v >= 200) {
			return true
		}
	}
	return false
}

// transparent reports whether a colour is invisible, or nearly so.
func transparent(colour string) bool {
	c := strings.ReplaceAll(colour, " ", "")
	switch {
	case c == "transparent":
		return true
	case strings.HasPrefix(c, "#") && (len(c) == 5 && c[4] == '0' || len(c) == 9 && c[7:] == "00"):
		return true
	case strings.HasPrefix(c, "rgb") || strings.HasPrefix(c, "hsl"):
		inside := strings.TrimSuffix(c[strings.IndexByte(c+"(", '('):], ")")
		if i := strings.LastIndexAny(inside, ",/"); i >= 0 &&
			(strings.Count(inside, ",") == 3 || inside[i] == '/') {
			return atMost(inside[i+1:], .05, 5)
		}
	}
	return false
}

func sameColours(d map[string]string) bool {
	background := cmp.Or(d["background-color"], d["background"])
	return d["color"] != "" && d["color"] != "inherit" && d["color"] == background
}

// cutAway reports whether a clip-path leaves nothing of a box.
func cutAway(clipPath string) bool {
	for _, call := range cssCall.FindAllStringSubmatch(clipPath, -1) {
		v, _, ok := number(strings.Fields(call[2] + " x")[0])
		if ok && (call[1] == "inset" && v >= 50 ||
			(call[1] == "circle" || call[1] == "ellipse") && v == 0) {
			return true
		}
	}
	return false
}

// movedAway reports whether a transform shrinks a box to nothing or moves it off the page.
func movedAway(transform string) bool {
	for _, call := range cssCall.FindAllStringSubmatch(transform, -1) {
		args := strings.ReplaceAll(call[2], ",", " ")
		switch {
		case strings.HasPrefix(call[1], "scale"):
			for f := range strings.FieldsSeq(args) {
				if atMost(f, .02, 2) && !strings.HasPrefix(f, "-") {
					return true
				}
			}
		case strings.HasPrefix(call[1], "translate"):
			if far(args) {
				return true
			}
		}
	}
	return false
}
