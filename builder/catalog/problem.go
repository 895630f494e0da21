package catalog

// Problem is the body of every error answer: RFC 9457 with the members that
// the contract adds. Error mirrors Code.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail,omitempty"`
	Error  string `json:"error,omitempty"`
}

// Code is a stable, machine-readable problem code of version 1.
type Code string

// The codes of version 1. Their list is closed, like the field list.
const (
	SlugMissing              Code = "slug_missing"
	EventNotFound            Code = "event_not_found"
	NotFound                 Code = "not_found"
	IdentityTypeNotSupported Code = "identity_type_not_supported"
	MalformedBody            Code = "malformed_body"
	PayloadTooLarge          Code = "payload_too_large"
	UnsupportedMediaType     Code = "unsupported_media_type"
	MethodNotAllowed         Code = "method_not_allowed"
	UnknownHost              Code = "unknown_host"
	RateLimited              Code = "rate_limited"
	UpstreamUnavailable      Code = "upstream_unavailable"
	InternalError            Code = "internal_error"
	BadRequest               Code = "bad_request"
	URITooLong               Code = "uri_too_long"
	HeaderFieldsTooLarge     Code = "header_fields_too_large"
)

type problemWords struct {
	code            Code
	status          int
	titlePT, textPT string
	titleEN, textEN string
}

var problems = []problemWords{
	{SlugMissing, 400,
		"Slug ausente", "Informe o slug do evento no caminho: /events/{slug}.",
		"Slug missing", "Name the event's slug in the path: /events/{slug}."},
	{EventNotFound, 404,
		"Evento não encontrado", "Não há evento com o slug informado neste catálogo.",
		"Event not found", "This catalogue has no event with that slug."},
	{NotFound, 404,
		"Página não encontrada", "Não há nada neste endereço.",
		"Page not found", "There is nothing at this address."},
	{IdentityTypeNotSupported, 400,
		"Tipo de identidade não aceito", "O único valor aceito em type é anonymous.",
		"Identity type not supported", "The only accepted value of type is anonymous."},
	{MalformedBody, 400,
		"Corpo inválido", "O corpo deve ser um objeto JSON com, no máximo, o membro type.",
		"Malformed body", "The body must be a JSON object with at most the member type."},
	{PayloadTooLarge, 413,
		"Corpo grande demais", "O corpo da requisição passa do limite de 4096 bytes.",
		"Payload too large", "The request body is over the limit of 4096 bytes."},
	{UnsupportedMediaType, 415,
		"Tipo de conteúdo não aceito", "Envie o corpo como application/json, sem codificação.",
		"Unsupported media type", "Send the body as application/json, without a content coding."},
	{MethodNotAllowed, 405,
		"Método não permitido", "Use um dos métodos do cabeçalho Allow.",
		"Method not allowed", "Use one of the methods in the Allow header field."},
	{UnknownHost, 421,
		"Host desconhecido", "Nenhuma marca atende por este host.",
		"Unknown host", "No brand answers at this host."},
	{RateLimited, 429,
		"Requisições demais", "Espere o tempo do cabeçalho Retry-After e tente de novo.",
		"Too many requests", "Wait as long as the Retry-After header field says, then try again."},
	{UpstreamUnavailable, 502,
		"Catálogo indisponível", "O catálogo desta marca ainda não pôde ser lido. Tente de novo em alguns minutos.",
		"Catalogue unavailable", "This brand's catalogue could not be read yet. Try again in a few minutes."},
	{InternalError, 500,
		"Erro interno", "Algo falhou ao responder. Tente de novo em alguns instantes.",
		"Internal error", "Something failed while answering. Try again in a moment."},
	{BadRequest, 400,
		"Requisição inválida", "A requisição não pôde ser entendida.",
		"Bad request", "The request could not be understood."},
	{URITooLong, 414,
		"Endereço longo demais", "O endereço passa do limite de 8192 bytes.",
		"URI too long", "The address is over the limit of 8192 bytes."},
	{HeaderFieldsTooLarge, 431,
		"Cabeçalhos grandes demais", "Os cabeçalhos passam do limite de 16 KiB.",
		"Header fields too large", "The header fields are over the limit of 16 KiB."},
}

// Codes lists every problem code in a fixed order.
func Codes() []Code {
	codes := make([]Code, len(problems))
	for i := range problems {
		codes[i] = problems[i].code
	}
	return codes
}

// NewProblem is the problem document of a code in the language of locale
// ("pt-BR", anything else is English). siteURL is the brand's site, under which
// the page that explains the code lies; it may be "" for a request that reached
// no brand, and the type is then "about:blank" (RFC 9457, section 4.2.1).
// A code that is not in the list is answered as an internal error.
func NewProblem(code Code, locale, siteURL string) Problem {
	p := Problem{Code: string(InternalError)}
	for i := range problems {
		w := &problems[i]
		if w.code != code && w.code != InternalError {
			continue
		}
		p = Problem{Title: w.titleEN, Status: w.status, Code: string(w.code), Detail: w.textEN, Error: string(w.code)}
		if locale == "pt-BR" {
			p.Title, p.Detail = w.titlePT, w.textPT
		}
		if w.code == code {
			break
		}
	}
	p.Type = "about:blank"
	if siteURL != "" {
		p.Type = siteURL + "/problemas/" + p.Code
	}
	return p
}
