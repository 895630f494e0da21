package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Where documents lie.
const (
	pathCatalog   = "/.well-known/api-catalog"
	pathResource  = "/.well-known/oauth-protected-resource"
	pathServer    = "/.well-known/oauth-authorization-server"
	pathSkills    = "/.well-known/agent-skills/index.json"
	pathMCPCard   = "/.well-known/mcp/server-card.json"
	pathAgentCard = "/.well-known/agent-card.json"
	pathAICatalog = "/.well-known/ai-catalog.json"
	pathWebBot    = "/.well-known/http-message-signatures-directory"
)

// llms: the list for language models starts as its proposal says, is short
// enough to be read, and its links work from anywhere.
func llms(s *site) (string, error) {
	a, err := s.optional("/llms.txt")
	if err != nil {
		return "", err
	}
	if err := a.wantType("text/plain", typeMarkdown); err != nil {
		return "", err
	}
	if !strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(string(a.body), "\ufeff")), "# ") {
		return "", errors.New("/llms.txt does not start with a heading of the first level")
	}
	const most = 50_000 // what an agent reads of one page; afdocs draws the line here too
	if n := utf8.RuneCount(a.body); n > most {
		return "", fmt.Errorf("/llms.txt has %d characters; more than %d are cut", n, most)
	}
	var links []link
	for _, l := range markdownLink.FindAllStringSubmatch(string(a.body), -1) {
		if !strings.Contains(l[1], "://") && !strings.HasPrefix(l[1], "mailto:") {
			return "", fmt.Errorf("/llms.txt links to %q, which is not a whole address", l[1])
		}
		links = append(links, link{href: l[1]})
	}
	sample := links
	if len(links) > 6 {
		sample = append(slices.Clone(links[:3]), links[len(links)-3:]...)
	}
	asked, _, err := s.reach(sample, 6)
	if err != nil {
		return "", fmt.Errorf("/llms.txt: %w", err)
	}
	return fmt.Sprintf("%d characters, %d links, %d of them tried", utf8.RuneCount(a.body),
		len(links), asked), nil
}

// catalogLinks reads a linkset (RFC 9264): every target with its relation.
func catalogLinks(body []byte) ([]link, error) {
	var doc struct {
		Linkset []map[string]json.RawMessage `json:"linkset"`
	}
	if err := decode(body, &doc); err != nil {
		return nil, err
	}
	if len(doc.Linkset) == 0 {
		return nil, errors.New("linkset is missing or empty")
	}
	var links []link
	for _, context := range doc.Linkset {
		for rel, raw := range context {
			if rel == "anchor" {
				var anchor string
				if json.Unmarshal(raw, &anchor) != nil {
					return nil, errors.New("anchor is not a string")
				}
				continue
			}
			var targets []struct {
				Href     string   `json:"href"`
				Type     string   `json:"type"`
				Hreflang []string `json:"hreflang"`
			}
			if json.Unmarshal(raw, &targets) != nil {
				return nil, fmt.Errorf("%s is not a list of targets", rel)
			}
			for _, t := range targets {
				if t.Href == "" {
					return nil, fmt.Errorf("a target of %s has no href", rel)
				}
				links = append(links, link{t.Href, []string{rel}, t.Type})
			}
		}
	}
	// Members of an object have no order; ours is the same every time.
	slices.SortFunc(links, func(a, b link) int {
		return strings.Compare(a.href+a.rels[0], b.href+b.rels[0])
	})
	return links, nil
}

// catalog: the API catalogue is a linkset, and what it links is there.
func catalog(s *site) (string, error) {
	a, err := s.optional(pathCatalog, "Accept", "application/linkset+json")
	if err != nil {
		return "", err
	}
	if err := a.wantType("application/linkset+json"); err != nil {
		return "", err
	}
	links, err := catalogLinks(a.body)
	if err != nil {
		return "", fmt.Errorf("%s: %w", pathCatalog, err)
	}
	if len(links) == 0 {
		return "", fmt.Errorf("%s links nothing", pathCatalog)
	}
	head, err := s.head(pathCatalog)
	if err != nil {
		return "", err
	}
	if head.status != 200 || !slices.Contains(rels(parseLinks(head.header.Values("Link"))),
		"api-catalog") {
		return "", fmt.Errorf(`HEAD %s answers %d without Link rel="api-catalog"`, pathCatalog,
			head.status)
	}
	asked, elsewhere, err := s.reach(links, 10)
	if err != nil {
		return "", fmt.Errorf("%s: %w", pathCatalog, err)
	}
	return fmt.Sprintf("%d links: %d answer, %d on other hosts", len(links), asked, elsewhere), nil
}

// openAPITarget finds the description of the API: where the home page or the
// catalogue says, else at the two usual places.
func (s *site) openAPITarget() (string, error) {
	links := parseLinks(s.home().header.Values("Link"))
	if a, err := s.optional(pathCatalog, "Accept", "application/linkset+json"); err == nil {
		more, _ := catalogLinks(a.body)
		links = append(links, more...)
	}
	elsewhere := ""
	for _, l := range links {
		if !l.has("service-desc") {
			continue
		}
		target, ok := s.local(l.href)
		if target == pathMCPCard || target == pathAgentCard {
			continue // cards describe other services than the API
		}
		if ok {
			return target, nil
		}
		elsewhere = l.href
	}
	for _, target := range []string{"/.well-known/openapi.json", "/openapi.json"} {
		if _, err := s.optional(target); err == nil {
			return target, nil
		}
	}
	if elsewhere != "" {
		return "", skipped("it is on another host: %s", elsewhere)
	}
	return "", notOffered("no service-desc link, no /.well-known/openapi.json, no /openapi.json")
}

// openAPI: the API is described, and the description can be used.
func openAPI(s *site) (string, error) {
	target, err := s.openAPITarget()
	if err != nil {
		return "", err
	}
	a, err := s.get(target)
	if err != nil {
		return "", err
	}
	if a.status != 200 {
		return "", fmt.Errorf("%s answers %d", target, a.status)
	}
	if strings.Contains(a.mediaType(), "yaml") {
		return "", skipped("%s is YAML, which this tool does not read", target)
	}
	var doc struct {
		OpenAPI string `json:"openapi"`
		Info    struct {
			Title, Version string
		} `json:"info"`
		Servers []struct {
			URL string `json:"url"`
		} `json:"servers"`
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := decode(a.body, &doc); err != nil {
		return "", fmt.Errorf("%s: %w", target, err)
	}
	switch {
	case !strings.HasPrefix(doc.OpenAPI, "3."):
		return "", fmt.Errorf("%s: openapi is %q, not 3.x", target, doc.OpenAPI)
	case doc.Info.Title == "" || doc.Info.Version == "":
		return "", fmt.Errorf("%s: info has no title or no version", target)
	case len(doc.Paths) == 0:
		return "", fmt.Errorf("%s describes no path", target)
	case !strings.HasPrefix(doc.OpenAPI, "3.0") &&
		regexp.MustCompile(`"nullable"\s*:\s*true`).Match(a.body):
		return "", fmt.Errorf("%s: nullable does not exist in OpenAPI %s", target, doc.OpenAPI)
	}
	operations := 0
	for path, item := range doc.Paths {
		if !strings.HasPrefix(path, "/") {
			return "", fmt.Errorf("%s: path %q does not start with a slash", target, path)
		}
		for method, raw := range item {
			if !slices.Contains([]string{"get", "put", "post", "delete", "options", "head", "patch",
				"trace"}, method) {
				continue
			}
			operations++
			var op struct {
				Responses map[string]json.RawMessage `json:"responses"`
			}
			if json.Unmarshal(raw, &op) != nil || len(op.Responses) == 0 {
				return "", fmt.Errorf("%s: %s %s describes no answer", target,
					strings.ToUpper(method), path)
			}
		}
	}
	return fmt.Sprintf("%s: OpenAPI %s, %q, %d operations", target, doc.OpenAPI, doc.Info.Title,
		operations), nil
}

var airName = regexp.MustCompile(`^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$`)

// aiCatalog: the catalogue of capabilities is one, and what it names is there.
func aiCatalog(s *site) (string, error) {
	var doc struct {
		SpecVersion string `json:"specVersion"`
		Entries     []struct {
			Identifier, DisplayName, Type, URL string
			Data                               json.RawMessage
			RepresentativeQueries              []string
		} `json:"entries"`
	}
	a, err := s.document(pathAICatalog, &doc)
	if err != nil {
		return "", err
	}
	if err := a.wantType("application/json", "application/ai-catalog+json"); err != nil {
		return "", err
	}
	if doc.SpecVersion != "1.0" {
		return "", fmt.Errorf("%s: specVersion is %q, not 1.0", pathAICatalog, doc.SpecVersion)
	}
	var links []link
	for i, e := range doc.Entries {
		switch {
		case !airName.MatchString(e.Identifier):
			return "", fmt.Errorf("%s: entry %d: identifier %q is not urn:air:publisher:name",
				pathAICatalog, i, e.Identifier)
		case e.DisplayName == "" || e.Type == "":
			return "", fmt.Errorf("%s: entry %d has no displayName or no type", pathAICatalog, i)
		case (e.URL == "") == (e.Data == nil):
			return "", fmt.Errorf("%s: entry %d needs one of url and data", pathAICatalog, i)
		case e.RepresentativeQueries != nil && (len(e.RepresentativeQueries) < 2 ||
			len(e.RepresentativeQueries) > 5):
			return "", fmt.Errorf("%s: entry %d has %d representativeQueries, not 2 to 5",
				pathAICatalog, i, len(e.RepresentativeQueries))
		}
		if e.URL != "" {
			links = append(links, link{href: e.URL})
		}
	}
	asked, elsewhere, err := s.reach(links, 8)
	if err != nil {
		return "", fmt.Errorf("%s: %w", pathAICatalog, err)
	}
	return fmt.Sprintf("%d entries; %d answer, %d on other hosts", len(doc.Entries), asked,
		elsewhere), nil
}

// webBotAuth: the keys of the bots that this site itself sends out, where there
// are some, are a key set.
func webBotAuth(s *site) (string, error) {
	var doc struct {
		Keys []json.RawMessage `json:"keys"`
	}
	a, err := s.optional(pathWebBot)
	if err != nil {
		var absent absence
		if errors.As(err, &absent) && absent.state == NotOffered {
			return "", notOffered("only for sites that send out signed bots")
		}
		return "", err
	}
	if err := decode(a.body, &doc); err != nil || len(doc.Keys) == 0 {
		return "", fmt.Errorf("%s is not a key set", pathWebBot)
	}
	return fmt.Sprintf("%d keys", len(doc.Keys)), nil
}
