package cli

import (
	"context"
	_ "embed" // verbs.txt
	"strconv"
	"strings"

	"cartaz/brands"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/onboard"
)

// verbsText holds the texts of all verbs; it begins with a description of its format.
//
//go:embed verbs.txt
var verbsText string

// verb is one subcommand of the builder.
//
// There is no library for command lines below it, such as kong or cobra: it could take the place of
// at most 290 of the 3,800 lines of this package (this file, complete.go, parse, help, usage, Run),
// and the texts of verbs.txt would become Go.
type verb struct {
	name    string
	args    string // arguments after the flags
	short   string // for the list of verbs
	long    string // for --help
	example []string
	flags   map[string]flagText
	run     func(ctx context.Context, c *command, args []string) int
	// least and most bound the number of arguments; most 0 means any number. want asks for them.
	least, most int
	want        string
}

// flagText is the default value of a flag and its help text.
type flagText struct{ value, text string }

// verbs returns all verbs, in the order of the usage text.
func verbs() (list []*verb) {
	runs := map[string]func(ctx context.Context, c *command, args []string) int{
		"init": runInit, "try": runTry, "build": runBuild, "serve": runServe, "watch": runServe,
		"status": runStatus, "verify": runVerify, "check": runCheck, "search": runSearch,
		"searches": runSearches, "visits": runVisits, "releases": runReleases, "diff": runDiff,
		"rollback": runRollback, "promote": runRollback, "forget": runForget,
		"rename": runRename, "retire": runRetire, "prune": runPrune,
		"export": runExport, "pull": runPull, "keys": runKeys, "schema": runSchema,
		"complete": runComplete, "manual": runManual,
	}
	text := strings.NewReplacer("{locales}", strings.Join(i18n.Names(), ", "), "{presets}",
		wrapText("Presets: "+strings.Join(brands.PresetNames(onboard.Presets()), ", ")+".", 86, 0)).
		Replace(verbsText)
	for _, section := range strings.Split(text, "\n# ")[1:] {
		lines := strings.Split(section, "\n")
		v := &verb{short: lines[1], flags: map[string]flagText{}}
		v.name, v.args, _ = strings.Cut(lines[0], " ")
		v.run = runs[v.name]
		for _, line := range lines[2:] {
			cells := strings.Split(line, "\t")
			switch {
			case cells[0] == "?":
				v.least, _ = strconv.Atoi(cells[1]) // TestVerbs checks it
				v.most, _ = strconv.Atoi(cells[2])
				v.want = cells[3]
			case cells[0] == "*":
				for name := range strings.FieldsSeq(cells[1]) {
					v.flags[name] = list[0].flags[name]
				}
			case len(cells) > 1:
				v.flags[cells[0][len("--"):]] = flagText{cells[1], cells[2]}
			case strings.HasPrefix(line, "$ "):
				v.example = append(v.example, line[len("$ "):])
			default:
				v.long += line + "\n"
			}
		}
		v.long = strings.TrimSpace(v.long)
		list = append(list, v)
	}
	return list[1:]
}
