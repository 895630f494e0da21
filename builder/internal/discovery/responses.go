package discovery

import (
	"slices"
	"strconv"
	"time"

	"cartaz/builder/catalog"
)

// headers are the header fields that answers share. None is marked required: a
// limit can be switched off, and a version is deprecated once at most.
func (d *describer) headers() object {
	header := func(name, kind string, description text, example value) member {
		return member{name, object{
			{"description", description},
			{"schema", object{{"type", text(kind)}}},
			{"example", example},
		}}
	}
	deprecated, sunset := d.brand.V1.DeprecatedAt, d.brand.V1.SunsetAt
	if deprecated.IsZero() {
		deprecated = time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC)
	}
	if sunset.IsZero() {
		sunset = deprecated.AddDate(1, 0, 0)
	}
	all := object{
		header("ETag", "string", d.say(
			"Validador forte do conteúdo nesta codificação.",
			"Strong validator of the content in this coding."), text(`"EXAMPLE-VALIDATOR"`)),
		header("Last-Modified", "string", d.say(
			"Quando o conteúdo mudou pela última vez.",
			"When the content last changed."), text("Mon, 01 Mar 2027 09:00:00 GMT")),
		header("Vary", "string", d.say(
			"O que muda a resposta além do endereço: só a codificação de conteúdo.",
			"What changes the answer besides the address: the content coding alone."), text("Accept-Encoding")),
		header("Content-Signal", "string", d.say(
			"Preferência da marca sobre o uso do conteúdo por máquinas: busca, respostas, treino (contentsignals.org).",
			"The brand's preference about uses of the content by machines: search, answers, training (contentsignals.org)."),
			text(contentSignal(d.brand.AI))),
		header("RateLimit", "string", d.say(
			"O que resta da cota: nome da política, `r` requisições restantes, `t` segundos até haver mais. Ausente quando o limite está desligado, e nas respostas a OPTIONS, que não é contado.",
			"What is left of the quota: name of the policy, `r` requests left, `t` seconds until there are more. Absent when the limit is switched off, and on answers to OPTIONS, which is not counted."),
			text(`"address";r=599;t=1`)),
		header("RateLimit-Policy", "string", d.say(
			"A cota em vigor: nome da política (`address`, `network`, `credential` ou `identity`), `q` requisições em `w` segundos. Os números são só um exemplo. Ausente como `RateLimit`.",
			"The quota in force: name of the policy (`address`, `network`, `credential` or `identity`), `q` requests in `w` seconds. The numbers are an example only. Absent like `RateLimit`."),
			text(`"address";q=600;w=60`)),
		member{"Retry-After", object{
			{"description", d.say("Segundos a esperar antes de tentar de novo.", "Seconds to wait before trying again.")},
			{"schema", object{{"type", text("integer")}, {"minimum", number(0)}}},
			{"example", number(7)},
		}},
		header("Content-Language", "string", d.say(
			"Idioma de `title` e `detail`.",
			"Language of `title` and `detail`."), text(d.brand.Locale)),
		header("Deprecation", "string", d.say(
			"Data em que a versão foi ou será descontinuada (RFC 9745: `@` e segundos Unix). Ausente enquanto nada foi anunciado.",
			"Date on which the version was or will be deprecated (RFC 9745: `@` and Unix seconds). Absent while nothing is announced."),
			text("@"+strconv.FormatInt(deprecated.Unix(), 10))),
		header("Sunset", "string", d.say(
			"Data a partir da qual a versão pode sair do ar (RFC 8594). Ausente enquanto nada foi anunciado.",
			"Date from which the version may be gone (RFC 8594). Absent while nothing is announced."),
			text(sunset.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"))),
	}
	if d.hasVersionLink() {
		all = append(all, header("Link", "string", d.say(
			"Página que explica o fim da versão (`rel=\"deprecation\"`, `rel=\"sunset\"`).",
			"Page that explains the end of the version (`rel=\"deprecation\"`, `rel=\"sunset\"`)."),
			text("<"+d.brand.V1.Link+`>; rel="deprecation"; type="text/html"`)))
	}
	return all
}

// hasVersionLink says whether answers carry a link about the end of the version.
func (d *describer) hasVersionLink() bool {
	v := &d.brand.V1
	return v.Link != "" && !(v.DeprecatedAt.IsZero() && v.SunsetAt.IsZero())
}

func headerRef(name string) object {
	return object{{name, object{{"$ref", text("#/components/headers/" + name)}}}}
}

// listRefs and detailRefs are the fields of every answer with events in it, 304
// included.

func (d *describer) listRefs() object {
	return slices.Concat(headerRef("ETag"), d.cacheControl(cacheList), headerRef("Vary"), headerRef("Content-Signal"), limitRefs(), d.versionRefs())
}

func (d *describer) detailRefs() object {
	return slices.Concat(headerRef("ETag"), headerRef("Last-Modified"), d.cacheControl(cacheDetail),
		headerRef("Vary"), headerRef("Content-Signal"), limitRefs(), d.versionRefs())
}

// limitRefs are the fields of every answer that counts against a limit.
func limitRefs() object {
	return append(headerRef("RateLimit"), headerRef("RateLimit-Policy")...)
}

// versionRefs are the fields of every answer of the version.
func (d *describer) versionRefs() object {
	refs := append(headerRef("Deprecation"), headerRef("Sunset")...)
	if d.hasVersionLink() {
		refs = append(refs, headerRef("Link")...)
	}
	return refs
}

func (d *describer) cacheControl(directives string) object {
	description := d.say("Por quanto tempo a resposta pode ser guardada.", "How long the answer may be stored.")
	if directives == cacheNone {
		description = d.say("A resposta não pode ser guardada.", "The answer is not to be stored.")
	}
	return object{{"Cache-Control", object{
		{"description", description},
		{"schema", object{{"type", text("string")}}},
		{"example", text(directives)},
	}}}
}

// jsonContent is a body of one of the API's types with its examples.
func jsonContent(schema string, examples object) object {
	return object{{typeJSON, object{
		{"schema", object{{"$ref", text("#/components/schemas/" + schema)}}},
		{"examples", examples},
	}}}
}

func (d *describer) example(pt, en string, v value) value {
	return object{{"summary", d.say(pt, en)}, {"value", v}}
}

// problem is an error response with one example per code. counted says whether
// the request counts against a limit, and so carries its fields.
func (d *describer) problem(counted bool, description text, first object, codes ...catalog.Code) object {
	var examples object
	for _, code := range codes {
		title := text(catalog.NewProblem(code, d.brand.Locale, d.brand.SiteURL).Title)
		examples = append(examples, member{string(code), object{{"summary", title}, {"value", exampleProblem(d.brand, code)}}})
	}
	var limits object
	if counted {
		limits = limitRefs()
	}
	return object{
		{"description", description},
		{"headers", slices.Concat(first, d.cacheControl(cacheNone), headerRef("Content-Language"), limits, d.versionRefs())},
		{"content", object{{"application/problem+json", object{
			{"schema", object{{"$ref", text("#/components/schemas/Problem")}}},
			{"examples", examples},
		}}}},
	}
}

// methodNotAllowed is the 405 of an address that takes one method.
func (d *describer) methodNotAllowed(method string, counted bool) object {
	allow := object{{"Allow", object{
		{"description", d.say("O único método deste endereço.", "The only method of this address.")},
		{"schema", object{{"type", text("string")}}},
		{"example", text(method)},
	}}}
	return d.problem(counted, d.say(
		"Método não permitido (`method_not_allowed`): este endereço só aceita "+method+".",
		"Method not allowed (`method_not_allowed`): this address takes "+method+" only."),
		allow, catalog.MethodNotAllowed)
}

func (d *describer) rateLimited() object {
	return d.problem(true, d.say(
		"Requisições demais (`rate_limited`). Espere o tempo de `Retry-After`.",
		"Too many requests (`rate_limited`). Wait as long as `Retry-After` says."),
		headerRef("Retry-After"), catalog.RateLimited)
}

func (d *describer) upstreamUnavailable() object {
	return d.problem(true, d.say(
		"O catálogo desta marca ainda não pôde ser lido (`upstream_unavailable`). Um catálogo que já foi lido continua no ar, por mais antigo que seja.",
		"The catalogue of this brand could not be read yet (`upstream_unavailable`). A catalogue that was once read stays live, however old it is."),
		nil, catalog.UpstreamUnavailable)
}

func responseRef(name string) value {
	return object{{"$ref", text("#/components/responses/" + name)}}
}

func credentialRef() value {
	return object{{"$ref", text("#/components/parameters/" + credentialHeader)}}
}

func (d *describer) credentialParameter() value {
	return object{
		{"name", text(credentialHeader)}, {"in", text("header")},
		{"description", d.say(
			"Credencial anônima emitida por `POST /agent/identity`. Opcional: identifica, não autoriza.",
			"Anonymous credential issued by `POST /agent/identity`. Optional: it identifies and does not authorize.")},
		{"schema", object{{"type", text("string")}}},
	}
}
