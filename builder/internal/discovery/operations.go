package discovery

import (
	"slices"

	"cartaz/builder/catalog"
)

// Cache-Control of the answers that may be stored.
const (
	cacheDetail = "public, max-age=60, stale-while-revalidate=600, stale-if-error=86400"
	cacheList   = "public, max-age=15"
	cacheNone   = "no-store"
)

func (d *describer) listEvents() value {
	return object{
		{"operationId", text("listEvents")},
		{"tags", texts("events")},
		{"summary", d.say("Lista e busca eventos", "List and search events")},
		{"description", d.say(
			"Lista e busca os eventos à venda: os que não estão fechados e não tinham terminado quando o catálogo foi feito. Em cada item `status` vem preenchido, quando o backend o informa, e `producer` é null.\n\n"+
				"**Ordem.** Sem `q`: `starts_at` crescente (sem data por último), depois nome, depois id. Com `q`: relevância, e essa mesma ordem nos empates.\n\n"+
				"**Parâmetros.** Todos opcionais; todos os filtros informados devem valer. Vazio é o mesmo que ausente; de um parâmetro repetido vale o primeiro; parâmetros desconhecidos são ignorados. Nenhum valor de parâmetro causa erro: esta operação nunca responde 400 por causa deles.\n\n"+
				"**Páginas.** Uma página depois da última é 200 com `data` vazio. Entre uma página e a próxima o catálogo pode mudar.",
			"Lists and searches the events on sale: those that are not closed and had not ended when the catalogue was built. In each item `status` is filled, when the backend gives it, and `producer` is null.\n\n"+
				"**Order.** Without `q`: `starts_at` ascending (unknown last), then name, then id. With `q`: relevance, and that order for ties.\n\n"+
				"**Parameters.** All optional; all given filters must hold. Empty is the same as absent; of a repeated parameter the first counts; unknown parameters are ignored. No parameter value is an error: this operation never answers 400 because of one.\n\n"+
				"**Pages.** A page past the end is 200 with empty `data`. The catalogue may change between one page and the next.",
		)},
		{"parameters", list{
			d.query("q", text("show"), d.say(
				"Termo de busca; sem ele vem a lista padrão. Sem diferença de maiúsculas, acentos, singular e plural; toda palavra deve ocorrer, e a última vale também como começo de palavra (2 letras ou mais). Palavras vazias do português e do inglês são ignoradas, a não ser que só haja delas. Formas com e sem hífen se encontram (on-line, online). O nome pesa mais que organização, local, cidade e estado, e estes mais que a descrição; palavra inteira vem antes de começo de palavra, e forma exata antes de corrigida. Quando nada é encontrado, palavras de 5 letras ou mais podem diferir em uma letra (9 ou mais: duas). São lidas até 12 palavras e 256 bytes; o resto é ignorado.",
				"Search term; without it the default listing is returned. Case, accents, singular and plural make no difference; every word must match, and the last one also as the beginning of a word (2 letters or more). Portuguese and English stop words are skipped unless nothing else is left. Hyphenated and joined forms meet (on-line, online). The name weighs more than organiser, venue, city and state, and these more than the description; a whole word ranks before the beginning of one, an exact form before a corrected one. When nothing matches, words of 5 letters or more may differ by one edit (9 or more: two). At most 12 words and 256 bytes are read; the rest is ignored.",
			), object{{"type", text("string")}}),
			d.query("city", text(d.city()), d.say(
				"Filtra pela cidade do evento: o nome inteiro, sem diferença de maiúsculas e acentos.",
				"Filters by the city of the event: the whole name, without regard to case and accents.",
			), object{{"type", text("string")}}),
			d.query("state", text(d.state()), d.say(
				"Filtra pela sigla do estado (UF), em maiúsculas ou minúsculas.",
				"Filters by the abbreviation of the state (UF), in any case.",
			), object{{"type", text("string")}}),
			d.query("organization", text(d.organization()), d.say(
				"Filtra pelo slug da organização (`producer.slug` do detalhe), inteiro, em maiúsculas ou minúsculas.",
				"Filters by the slug of the organiser (`producer.slug` of the detail), whole, in any case.",
			), object{{"type", text("string")}}),
			d.query("page", number(1), d.say(
				"Número da página. Fora do limite vale o limite mais próximo; o que não é número vale o padrão. `meta.current_page` mostra o que foi usado.",
				"Page number. Outside its bound, the nearest bound is used; what is not a number counts as the default. `meta.current_page` shows what was used.",
			), object{{"type", text("integer")}, {"minimum", number(1)}, {"default", number(1)}}),
			d.query("per_page", number(catalog.DefaultPerPage), d.say(
				"Tamanho da página. Fora dos limites vale o limite mais próximo; o que não é número vale o padrão. `meta.per_page` mostra o que foi usado.",
				"Page size. Outside its bounds, the nearest bound is used; what is not a number counts as the default. `meta.per_page` shows what was used.",
			), object{
				{"type", text("integer")},
				{"minimum", number(1)}, {"maximum", number(catalog.MaxPerPage)}, {"default", number(catalog.DefaultPerPage)},
			}),
			credentialRef(),
			d.ifNoneMatch("Se a página da lista não mudou, a resposta é 304 sem corpo.", "When the page of the list has not changed, the answer is 304 without a body."),
		}},
		{"responses", object{
			{"200", object{
				{"description", d.say("Uma página da lista.", "One page of the list.")},
				{"headers", d.listRefs()},
				{"content", jsonContent("EventList", object{
					{"page", d.example("Uma página com um evento", "A page with one event", exampleList(&d.event))},
					{"past_end", d.example("Uma página depois da última", "A page past the end", exampleEmptyList())},
				})},
			}},
			{"304", object{
				{"description", d.say("A página não mudou desde a resposta com esse ETag; sem corpo.", "The page has not changed since the answer with that ETag; no body.")},
				{"headers", d.listRefs()},
			}},
			{"405", responseRef("MethodNotAllowed")},
			{"429", responseRef("RateLimited")},
			{"502", responseRef("UpstreamUnavailable")},
		}},
	}
}

// ifNoneMatch describes the field that turns an answer into 304.
func (d *describer) ifNoneMatch(pt, en string) value {
	return object{
		{"name", text("If-None-Match")}, {"in", text("header")},
		{"description", d.say("ETag de uma resposta anterior. "+pt, "ETag of an earlier answer. "+en)},
		{"schema", object{{"type", text("string")}}},
	}
}

func (d *describer) getEvent() value {
	return object{
		{"operationId", text("getEvent")},
		{"tags", texts("events")},
		{"summary", d.say("Detalha um evento", "Read one event")},
		{"description", d.say(
			"Devolve um evento do catálogo, também os fechados e os que já terminaram (`is_closed` true). Aqui `status` é null e `producer` vem preenchido, quando é conhecido. O preço com taxa está na página do evento em Markdown.",
			"Returns one event of the catalogue, closed and ended ones included (`is_closed` true). Here `status` is null and `producer` is filled, when it is known. The price with fee is on the event's Markdown page.",
		)},
		{"parameters", list{
			object{
				{"name", text("slug")}, {"in", text("path")}, {"required", truth(true)},
				{"description", d.say("Slug do evento, como em `slug` da lista.", "Slug of the event, as in `slug` of the list.")},
				{"schema", object{{"type", text("string")}, {"minLength", number(1)}}},
				{"example", text(d.event.Slug)},
			},
			credentialRef(),
			d.ifNoneMatch("Se o evento não mudou, a resposta é 304 sem corpo.", "When the event has not changed, the answer is 304 without a body."),
		}},
		{"responses", object{
			{"200", object{
				{"description", d.say("O evento.", "The event.")},
				{"headers", d.detailRefs()},
				{"content", jsonContent("Event", object{
					{"event", d.example("Um evento", "An event", exampleDetail(&d.event))},
				})},
			}},
			{"304", object{
				{"description", d.say("O evento não mudou desde a resposta com esse ETag; sem corpo.", "The event has not changed since the answer with that ETag; no body.")},
				{"headers", d.detailRefs()},
			}},
			{"400", d.problem(true, d.say("Slug ausente: `/events/` sem nada depois (`slug_missing`).", "Slug missing: `/events/` with nothing after it (`slug_missing`)."),
				nil, catalog.SlugMissing)},
			{"404", d.problem(true, d.say("Não há evento com esse slug no catálogo (`event_not_found`).", "The catalogue has no event with that slug (`event_not_found`)."),
				nil, catalog.EventNotFound)},
			{"405", responseRef("MethodNotAllowed")},
			{"429", responseRef("RateLimited")},
			{"502", responseRef("UpstreamUnavailable")},
		}},
	}
}

func (d *describer) issueCredential() value {
	return object{
		{"operationId", text("issueAnonymousAgentCredential")},
		{"tags", texts("agents")},
		{"summary", d.say("Emite uma credencial anônima de agente", "Issue an anonymous agent credential")},
		{"description", d.say(
			"Emite um identificador opaco, para que um agente seja reconhecido entre requisições: telemetria e chave do limite de requisições. Não dá acesso a nada; a API pública é e continua aberta. Não é uma identidade para ações em nome de uma pessoa. Uma credencial vale para os hosts desta marca; uma que não foi emitida aqui é tratada como ausente. Peça uma e reutilize-a: as emissões são limitadas por endereço de rede.",
			"Issues an opaque identifier, so that an agent is recognised across requests: telemetry, and the key of the rate limit. It grants no access; the public API is open and stays open. It is no identity for actions on behalf of a person. A credential is good for the hosts of this brand; one that was not issued here is treated as absent. Ask for one and reuse it: the issue of credentials is limited by network address.",
		)},
		{"requestBody", object{
			{"description", d.say(
				"Opcional. Corpo vazio, `{}` e `{\"type\":\"anonymous\"}` pedem o mesmo. Até 4096 bytes, sem codificação de conteúdo.",
				"Optional. An empty body, `{}` and `{\"type\":\"anonymous\"}` ask for the same. At most 4096 bytes, without a content coding.")},
			{"required", truth(false)},
			{"content", jsonContent("IdentityRequest", object{
				{"anonymous", d.example("Com o tipo", "With the type", object{{"type", text("anonymous")}})},
				{"empty", d.example("Objeto vazio", "Empty object", object{})},
			})},
		}},
		{"responses", object{
			{"201", object{
				{"description", d.say("A credencial emitida. Guarde-a como um segredo; ela não aparece de novo.", "The credential issued. Keep it like a secret; it is not shown again.")},
				{"headers", slices.Concat(d.cacheControl(cacheNone), limitRefs(), d.versionRefs())},
				{"content", jsonContent("Credential", object{
					{"credential", d.example("Uma credencial", "A credential", exampleCredential())},
				})},
			}},
			{"400", d.problem(true, d.say(
				"Tipo de identidade não aceito (`identity_type_not_supported`) ou corpo que não é um objeto JSON (`malformed_body`).",
				"Identity type not supported (`identity_type_not_supported`), or a body that is no JSON object (`malformed_body`)."),
				nil, catalog.IdentityTypeNotSupported, catalog.MalformedBody)},
			{"405", d.methodNotAllowed("POST", true)},
			{"413", d.problem(true, d.say("Corpo acima de 4096 bytes (`payload_too_large`).", "Body over 4096 bytes (`payload_too_large`)."),
				nil, catalog.PayloadTooLarge)},
			{"415", d.problem(true, d.say(
				"Corpo que não é `application/json`, ou com codificação de conteúdo (`unsupported_media_type`).",
				"A body that is not `application/json`, or has a content coding (`unsupported_media_type`)."),
				nil, catalog.UnsupportedMediaType)},
			{"429", responseRef("RateLimited")},
		}},
	}
}

func (d *describer) getHealth() value {
	return object{
		{"operationId", text("getHealth")},
		{"tags", texts("service")},
		{"summary", d.say("Estado da camada pública", "State of the public layer")},
		{"description", d.say(
			"Diz que a camada pública responde. É 200 também enquanto a marca não tem catálogo no ar (`release` e `built_at` null, `events` 0). Não conta para o limite de requisições.",
			"Says that the public layer answers. It is 200 also while the brand has no catalogue live (`release` and `built_at` null, `events` 0). It does not count against the rate limit.",
		)},
		{"parameters", list{credentialRef()}},
		{"responses", object{
			{"200", object{
				{"description", d.say("A camada pública responde.", "The public layer answers.")},
				{"headers", slices.Concat(d.cacheControl(cacheNone), d.versionRefs())},
				{"content", jsonContent("Health", object{
					{"live", d.example("Com catálogo no ar", "With a catalogue live", exampleHealth(d.brand, true))},
					{"no_release", d.example("Ainda sem catálogo", "No catalogue yet", exampleHealth(d.brand, false))},
				})},
			}},
			{"405", d.methodNotAllowed("GET", false)},
		}},
	}
}

// query is one parameter of the query.
func (d *describer) query(name string, example value, description text, schema object) value {
	return object{
		{"name", text(name)}, {"in", text("query")},
		{"description", description},
		{"schema", schema},
		{"example", example},
	}
}

// city, state and organization are examples of the filters: those of the event
// shown, where it has them.

func (d *describer) city() string {
	if l := d.event.Location; l != nil && l.City != nil {
		return *l.City
	}
	return "Recife"
}

func (d *describer) state() string {
	if l := d.event.Location; l != nil && l.StateAbbr != nil {
		return *l.StateAbbr
	}
	return "PE"
}

func (d *describer) organization() string {
	if p := d.event.Producer; p != nil {
		return p.Slug
	}
	return "produtora-x"
}
