package english

// computing are the numeronyms and short names of subjects of conferences that stand for nothing
// else, each with what it is short for (W3C, "Localization vs. Internationalization"; the projects
// themselves). Left out are other words (go, ts), and js, since node.js is no Node and JavaScript.
const computing = `
	accessibility a11y
	internationalization internationalisation i18n
	localization localisation l10n
	globalization globalisation g11n
	observability o11y
	kubernetes k8s
	postgres postgresql
	c++ cpp
	dotnet net
	vue vuejs
	node nodejs
	react reactjs
	webassembly wasm
	developer developers dev devs
	cryptocurrency cryptocurrencies crypto
`
