package discovery

import "cartaz/builder/i18n"

// locale holds the texts of documents that are longer than a line of a template, in one language.
type locale struct {
	// SkillNames are the names of skills in addresses, by the folders of their templates.
	SkillNames map[string]string `i18n:"skill.*.name"`

	LoginAnchor    string   `i18n:"documents.login_anchor"` // id of the login section of auth.md
	SearchTags     []string `i18n:"documents.search_tags"`
	SearchExamples []string `i18n:"documents.search_examples"`
}

var localeOf = i18n.Bind[locale]()
