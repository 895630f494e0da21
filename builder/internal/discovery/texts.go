package discovery

import "cartaz/builder/i18n"

// locale is the texts of documents without a template, in one language.
type locale struct {
	// SkillNames are the names of skills in addresses, by the folders of their templates.
	SkillNames map[string]string `i18n:"skill.*.name"`

	LoginAnchor      string       `i18n:"documents.login_anchor"`
	APITitle         string       `i18n:"documents.api_title"`
	AgentDescription i18n.Message `i18n:"documents.agent_description,brand"`
	SkillName        string       `i18n:"documents.agent_skill.name"`
	SkillDescription string       `i18n:"documents.agent_skill.description"`
	SearchTags       []string     `i18n:"documents.search_tags"`
	SearchExamples   []string     `i18n:"documents.search_examples"`
}

var localeOf = i18n.Bind[locale]()
