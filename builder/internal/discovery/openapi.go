package discovery

import (
	"cartaz/brands"
	"cartaz/builder/catalog"
)

// Version is the version of the API as its description gives it.
const Version = "1.0.0"

// Paths of the four operations, relative to the address of the API.
const (
	pathEvents   = "/events"
	pathEvent    = "/events/{slug}"
	pathIdentity = "/agent/identity"
	pathHealth   = "/health"
)

// credentialHeader carries the anonymous agent credential.
const credentialHeader = "X-Agent-Credential"

// describer writes the OpenAPI document of one brand.
type describer struct {
	brand *brands.Brand
	pt    bool
	event catalog.Event
}

// say picks the words of the brand's language.
func (d *describer) say(pt, en string) text {
	if d.pt {
		return text(pt)
	}
	return text(en)
}

// openAPI writes the OpenAPI 3.1 document of a brand.
func openAPI(b *brands.Brand, example *catalog.Event) ([]byte, error) {
	d := describer{brand: b, pt: isPT(b), event: exampleEvent(b, example)}
	all, err := schemas(d.pt)
	if err != nil {
		return nil, err
	}
	return encode(object{
		{"openapi", text("3.1.2")},
		{"info", d.info()},
		{"externalDocs", object{
			{"description", d.say("Guia para agentes", "Guide for agents")},
			{"url", text(b.SiteURL + AuthPath)},
		}},
		{"servers", list{object{
			{"url", text(b.BaseURL)},
			{"description", d.say("API pública de "+b.Name, "Public API of "+b.Name)},
		}}},
		// An empty list says that the absence of security is meant.
		{"security", list{}},
		{"tags", list{
			object{{"name", text("events")}, {"description", d.say("Catálogo de eventos, somente leitura.", "Event catalogue, read-only.")}},
			object{{"name", text("agents")}, {"description", d.say("Identificador anônimo de agentes.", "Anonymous identifier of agents.")}},
			object{{"name", text("service")}, {"description", d.say("Estado do serviço.", "State of the service.")}},
		}},
		{"paths", object{
			{pathEvents, object{{"get", d.listEvents()}}},
			{pathEvent, object{{"get", d.getEvent()}}},
			{pathIdentity, object{{"post", d.issueCredential()}}},
			{pathHealth, object{{"get", d.getHealth()}}},
		}},
		{"components", object{
			{"schemas", all},
			{"parameters", object{{credentialHeader, d.credentialParameter()}}},
			{"headers", d.headers()},
			{"responses", object{
				{"MethodNotAllowed", d.methodNotAllowed("GET", true)},
				{"RateLimited", d.rateLimited()},
				{"UpstreamUnavailable", d.upstreamUnavailable()},
			}},
		}},
	})
}

func (d *describer) info() value {
	b := d.brand
	contact := object{{"name", text(b.Name)}, {"url", text(b.SiteURL)}}
	switch {
	case isMailbox(b.Contact):
		contact = append(contact, member{"email", text(b.Contact)})
	case b.Contact != "":
		contact[1].value = text(b.Contact)
	}
	return object{
		{"title", d.say("Catálogo público de eventos · "+b.Name, "Public event catalogue · "+b.Name)},
		{"version", text(Version)},
		{"summary", d.say("Catálogo de eventos, somente leitura, aberto a programas e agentes.",
			"Read-only event catalogue, open to programs and agents.")},
		{"description", d.overview()},
		{"contact", contact},
		// The terms are those of the guide; no licence is invented for the brand.
		{"license", object{
			{"name", d.say("Leitura pública, nas condições do guia para agentes", "Public reading, under the terms of the guide for agents")},
			{"url", text(b.SiteURL + AuthPath)},
		}},
	}
}

// overview is what holds for all operations.
func (d *describer) overview() text {
	site := d.brand.SiteURL
	return d.say(
		"Catálogo público e somente leitura de eventos. Não há compra, reserva nem pagamento: quem quer comprar vai ao endereço em `url`.\n\n"+
			"- **Acesso.** Aberto, sem chave, autenticação ou registro. Nenhum dado de usuário é exposto.\n"+
			"- **Marca.** O host chamado escolhe o catálogo; nenhum cabeçalho muda isso. Um host que não é de nenhuma marca recebe 421.\n"+
			"- **Campos.** A lista de campos é fechada: um campo novo do backend não aparece sozinho.\n"+
			"- **Preço.** A API não devolve preço. O preço com taxa está na página do evento em Markdown: `GET "+site+"/eventos/{slug}` com `Accept: text/markdown` (ou o mesmo caminho com `.md`). A resposta traz em `x-markdown-tokens` uma estimativa de tokens. Preço e disponibilidade mudam: toda resposta é um retrato, nunca uma reserva.\n"+
			"- **Disponibilidade.** `is_closed` é true quando as vendas estão fechadas ou o evento terminou. `status` é só um rótulo.\n"+
			"- **Horários.** RFC 3339 com o deslocamento do fuso do evento. Sem fuso conhecido: hora local sem deslocamento, e `timezone` null. Sem hora conhecida: só a data.\n"+
			"- **Métodos.** Cada endereço aceita só o método descrito; todo outro, HEAD inclusive, recebe 405 com `Allow`.\n"+
			"- **CORS.** `Access-Control-Allow-Origin: *`. Um preflight de verdade (`Origin` e `Access-Control-Request-Method`) recebe 204; os cabeçalhos aceitos são `Content-Type`, `X-Agent-Credential` e `If-None-Match`. Um OPTIONS sem isso recebe 405.\n"+
			"- **Erros.** Sempre `application/problem+json` (RFC 9457), com `Cache-Control: no-store`; `code` é estável e `error` é igual a `code`. Além das respostas de cada operação, uma requisição que não pode ser lida recebe 400 (`bad_request`), 414 (`uri_too_long`) ou 431 (`header_fields_too_large`); um host desconhecido, 421 (`unknown_host`); um caminho que não existe, 404 (`not_found`); uma falha do servidor, 500 (`internal_error`).\n"+
			"- **Limites.** As requisições são contadas por endereço de rede ou pela credencial de `X-Agent-Credential`; a emissão de credenciais, por endereço; `/health` não é contado. Os valores em vigor estão em `RateLimit-Policy` e o que resta em `RateLimit`. Depois de um 429, espere o tempo de `Retry-After`.\n"+
			"- **Regras.** Não contorne reCAPTCHA, fila virtual nem o limite de compra por CPF.\n"+
			"- **Ações em nome de uma pessoa.** Pedidos, ingressos e perfil precisam do token da própria pessoa; veja "+site+AuthPath+".\n"+
			"- **Versões.** A versão está no caminho. Mudanças incompatíveis saem em um caminho novo (`/v2`). Uma versão só é descontinuada pelos cabeçalhos `Deprecation` (RFC 9745) e `Sunset` (RFC 8594) das suas próprias respostas, e fica no ar até a data de `Sunset`.",
		"Public, read-only catalogue of events. There is no purchase, reservation or payment: a buyer is sent to the address in `url`.\n\n"+
			"- **Access.** Open, without key, authentication or registration. No user data is exposed.\n"+
			"- **Brand.** The host that is called chooses the catalogue; no header changes that. A host that belongs to no brand gets 421.\n"+
			"- **Fields.** The field list is closed: a new field of the backend does not appear by itself.\n"+
			"- **Price.** The API returns no price. The price with fee is on the event's Markdown page: `GET "+site+"/eventos/{slug}` with `Accept: text/markdown` (or the same path with `.md`). The answer has an estimate of its tokens in `x-markdown-tokens`. Price and availability change: every answer is a snapshot, never a reservation.\n"+
			"- **Availability.** `is_closed` is true when sales are closed or the event has ended. `status` is only a label.\n"+
			"- **Times.** RFC 3339 with the offset of the event's zone. When no zone is known: local time without offset, and `timezone` null. When no hour is known: the date alone.\n"+
			"- **Methods.** Each address takes only the method described; every other one, HEAD included, gets 405 with `Allow`.\n"+
			"- **CORS.** `Access-Control-Allow-Origin: *`. A real preflight (`Origin` and `Access-Control-Request-Method`) gets 204; the request headers allowed are `Content-Type`, `X-Agent-Credential` and `If-None-Match`. An OPTIONS without that gets 405.\n"+
			"- **Errors.** Always `application/problem+json` (RFC 9457) with `Cache-Control: no-store`; `code` is stable and `error` equals `code`. Beyond the responses of each operation, a request that cannot be read gets 400 (`bad_request`), 414 (`uri_too_long`) or 431 (`header_fields_too_large`); an unknown host 421 (`unknown_host`); a path that does not exist 404 (`not_found`); a failure of the server 500 (`internal_error`).\n"+
			"- **Limits.** Requests are counted by network address, or by the credential in `X-Agent-Credential`; the issue of credentials by address; `/health` is not counted. The values in force are in `RateLimit-Policy` and what is left in `RateLimit`. After a 429, wait as long as `Retry-After` says.\n"+
			"- **Rules.** Do not circumvent reCAPTCHA, the virtual queue, or the purchase limit per taxpayer number.\n"+
			"- **Actions for a person.** Orders, tickets and profile need that person's own token; see "+site+AuthPath+".\n"+
			"- **Versions.** The version is in the path. Breaking changes come under a new path (`/v2`). A version is deprecated only by the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of its own answers, and stays available until the date in `Sunset`.",
	)
}
