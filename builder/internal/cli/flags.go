package cli

import (
	"flag"
	"time"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/changes"
	"cartaz/builder/internal/onboard"
	"cartaz/builder/program"
	"cartaz/builder/search"
)

// values holds the values of the flags. Those that a verb does not have are zero.
type values struct {
	json                   bool   // one JSON object a line instead of text
	brands, templates, out string // folders
	envFile                string // file of variables, or ""

	options build.Options // without what follows from other flags
	reasons bool
	metrics string
	// onFailure and onRecovery are shell commands, or "".
	onFailure, onRecovery string
	purger                changes.Purger
	shard                 shard
	bucket                bucketFlags

	brand onboard.Brand // of init
	item  build.Wanted  // of try
	query search.Query

	clear, explain, offline, preview, yes bool
	connect, html, listen, why            string
	least, limit                          int
	fresh, grace                          time.Duration
}

// places returns the place of the value of each flag.
func (v *values) places() map[string]any {
	return map[string]any{
		"accept-clock": &v.options.AcceptClock, "accept-loss": &v.options.AcceptLoss,
		"accept-shrink": &v.options.AcceptShrink, "brands": &v.brands, "city": &v.query.City,
		"clear": &v.clear, "connect": &v.connect, "dry-run": &v.options.DryRun,
		"env-file": &v.envFile, "explain": &v.explain, "export": &v.options.Export,
		"fresh": &v.fresh, "from": &v.bucket.address, "grace": &v.grace,
		"hold": &v.options.Hold, "hook": &v.purger.Hook, "html": &v.html, "id": &v.item.ID,
		"item": &v.item.Number, "json": &v.json, "keep": &v.options.Keep,
		"keep-for": &v.options.KeepFor, "least": &v.least, "limit": &v.limit,
		"listen": &v.listen, "locale": &v.brand.Locale, "metrics": &v.metrics,
		"name": &v.brand.Name, "offline": &v.offline, "on-failure": &v.onFailure,
		"on-recovery": &v.onRecovery, "out": &v.out, "path": &v.brand.Path,
		"preset": &v.brand.Preset, "preview": &v.preview, "producer": &v.query.Organization,
		"purge": &v.purger.File, "reasons": &v.reasons, "shard": v.shard.set,
		"sign": &v.bucket.sign, "site-url": &v.brand.SiteURL, "state": &v.query.State,
		"templates": &v.templates, "timezone": &v.brand.Timezone, "to": &v.bucket.address,
		"url": &v.brand.URL, "why": &v.why, "yes": &v.yes,
		"header": func(field string) error {
			v.brand.Headers = append(v.brand.Headers, field)
			return nil
		},
	}
}

// newCommand returns a call of a verb whose flags have their defaults.
func newCommand(env Env, v *verb) *command {
	flags := flag.NewFlagSet("builder "+v.name, flag.ContinueOnError)
	c := &command{Env: env, verb: v, flags: flags}
	c.reasons = c.Terminal != nil
	places := c.places()
	for name, about := range v.flags {
		program.Flag(flags, name, about.value, about.text, places[name])
	}
	return c
}
