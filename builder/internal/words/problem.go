package words

import (
	"strings"

	"cartaz/builder/catalog"
)

// ErrorStatus is the line above the title of a problem's page, before the code.
func (w *Words) ErrorStatus(status int) string {
	digits, _ := w.count(status)
	return w.pick("Erro ", "Error ") + digits
}

// ForProgrammers is the title of the second part of a problem's page.
func (w *Words) ForProgrammers() string { return w.pick("Para quem programa", "For programmers") }

// SearchEvents is the button of a problem's page.
func (w *Words) SearchEvents() string { return w.pick("Buscar eventos", "Search events") }

// GoToStart is the link beside that button.
func (w *Words) GoToStart() string { return w.pick("Ir para o início", "Go to the start page") }

// ExampleResponse labels the example on a problem's page.
func (w *Words) ExampleResponse() string { return w.pick("Resposta de exemplo", "Example response") }

// ProblemStory tells a person what a problem code means for them, in two or
// three sentences. A code that is not in [catalog.Codes] is told as an internal
// error, like [catalog.NewProblem] does.
func (w *Words) ProblemStory(code catalog.Code) string {
	told := tale(code)
	return w.pick(told.storyPT, told.storyEN)
}

// ProblemAdvice tells a programmer when the code is answered, what to do with
// it, and whether a retry helps. Names in code are between backticks, so the
// text is Markdown as it stands; [Spans] cuts it up for HTML.
func (w *Words) ProblemAdvice(code catalog.Code) string {
	told := tale(code)
	return w.pick(told.advicePT+" Use o campo `code`, que não muda; `title` e `detail` são para pessoas. "+told.retryPT,
		told.adviceEN+" Use the member `code`, which does not change; `title` and `detail` are for people. "+told.retryEN)
}

// Span is a stretch of text, in code or not.
type Span struct {
	Text string
	Code bool
}

// Spans cuts a text of [Words.ProblemAdvice] at its backticks.
func Spans(text string) []Span {
	var spans []Span
	for i, part := range strings.Split(text, "`") {
		if part != "" {
			spans = append(spans, Span{Text: part, Code: i%2 == 1})
		}
	}
	return spans
}

func tale(code catalog.Code) *problemTale {
	fallback := 0
	for i := range problemTales {
		switch problemTales[i].code {
		case code:
			return &problemTales[i]
		case catalog.InternalError:
			fallback = i
		}
	}
	return &problemTales[fallback]
}

type problemTale struct {
	code               catalog.Code
	storyPT, storyEN   string
	advicePT, adviceEN string
	retryPT, retryEN   string
}

const (
	noRetryPT = "Repetir o pedido sem mudá-lo não adianta."
	noRetryEN = "Repeating the request unchanged does not help."
)

var problemTales = []problemTale{
	{catalog.SlugMissing,
		"O endereço pede um evento, mas não diz qual. Falta o nome do evento no fim do endereço.",
		"The address asks for an event but does not say which one. The event’s name is missing at its end.",
		"A API responde assim quando o caminho termina em `/events/`, sem o `slug`.",
		"The API answers this when the path ends in `/events/`, without the `slug`.",
		noRetryPT + " Leia o `slug` de um item de `/events`.", noRetryEN + " Take the `slug` of an item of `/events`."},
	{catalog.EventNotFound,
		"O endereço pede um evento que não está neste catálogo. Ele pode ter mudado de endereço, ter saído do ar ou ser de outro site.",
		"The address asks for an event that is not in this catalogue. It may have moved, been taken down or belong to another site.",
		"A API responde assim quando não há evento com o `slug` pedido.",
		"The API answers this when there is no event with the `slug` asked for.",
		"Repetir o pedido não adianta: procure o evento em `/events?q=`.", "Repeating the request does not help: look for the event with `/events?q=`."},
	{catalog.NotFound,
		"Não há nada neste endereço. Ele pode ter sido digitado com um erro ou vir de um link antigo.",
		"There is nothing at this address. It may hold a typing error or come from an old link.",
		"O servidor responde assim a todo caminho que não existe nesta marca.",
		"The server answers this for every path that does not exist on this brand.",
		noRetryPT + " Os caminhos da API estão em `/.well-known/openapi.json`.", noRetryEN + " The paths of the API are in `/.well-known/openapi.json`."},
	{catalog.IdentityTypeNotSupported,
		"Um programa pediu uma credencial de um tipo que este site não emite. Quem navega pelo site não precisa de nenhuma.",
		"A program asked for a kind of credential that this site does not issue. Nobody needs one to browse the site.",
		"A API responde assim em `/agent/identity` quando `type` não é `anonymous`.",
		"The API answers this at `/agent/identity` when `type` is not `anonymous`.",
		noRetryPT + " Envie `{\"type\":\"anonymous\"}` ou nenhum corpo.", noRetryEN + " Send `{\"type\":\"anonymous\"}` or no body."},
	{catalog.MalformedBody,
		"Um programa enviou dados que este site não soube ler. Quem navega pelo site não vê este erro.",
		"A program sent data that this site could not read. Nobody meets this error by browsing the site.",
		"A API responde assim em `/agent/identity` quando o corpo não é um objeto JSON com, no máximo, o membro `type`.",
		"The API answers this at `/agent/identity` when the body is not a JSON object with at most the member `type`.",
		noRetryPT + " Corrija o corpo ou não envie nenhum.", noRetryEN + " Correct the body or send none."},
	{catalog.PayloadTooLarge,
		"Um programa enviou mais dados do que este site aceita. Quem navega pelo site não vê este erro.",
		"A program sent more data than this site accepts. Nobody meets this error by browsing the site.",
		"A API responde assim quando o corpo passa de 4096 bytes.",
		"The API answers this when the body is over 4096 bytes.",
		noRetryPT + " Nenhum pedido desta API precisa de um corpo tão grande.", noRetryEN + " No request of this API needs a body that large."},
	{catalog.UnsupportedMediaType,
		"Um programa enviou dados em um formato que este site não lê. Quem navega pelo site não vê este erro.",
		"A program sent data in a format that this site does not read. Nobody meets this error by browsing the site.",
		"A API responde assim quando há um corpo e `Content-Type` não é `application/json`, ou quando há `Content-Encoding`.",
		"The API answers this when there is a body and `Content-Type` is not `application/json`, or when there is a `Content-Encoding`.",
		noRetryPT + " Envie o corpo como JSON, sem compressão.", noRetryEN + " Send the body as JSON, not compressed."},
	{catalog.MethodNotAllowed,
		"Este endereço existe, mas não aceita o que foi pedido. Isso acontece com programas; uma visita comum só lê páginas.",
		"This address exists but does not accept what was asked of it. That happens to programs; an ordinary visit only reads pages.",
		"O servidor responde assim quando o caminho existe e o método não é um dos que estão em `Allow`. Na API, `HEAD` e um `OPTIONS` sem CORS também contam.",
		"The server answers this when the path exists and the method is not one of those in `Allow`. On the API that includes `HEAD`, and `OPTIONS` without CORS.",
		noRetryPT + " Use um método de `Allow`.", noRetryEN + " Use a method from `Allow`."},
	{catalog.UnknownHost,
		"O endereço chegou a este servidor, mas nenhum site daqui atende por esse nome.",
		"The address reached this server, but no site here answers to that name.",
		"O servidor responde assim quando o host do pedido não é de nenhuma marca. Só o host escolhe a marca; nenhum outro cabeçalho conta.",
		"The server answers this when the host of the request belongs to no brand. Only the host chooses the brand; no other header field counts.",
		noRetryPT + " Confira o host e o DNS.", noRetryEN + " Check the host and its DNS entry."},
	{catalog.RateLimited,
		"Chegaram pedidos demais em pouco tempo, deste endereço ou desta rede. Espere um pouco e tente de novo.",
		"Too many requests came in a short time, from this address or this network. Wait a little and try again.",
		"O servidor responde assim quando o limite de pedidos se esgota. `RateLimit` e `RateLimit-Policy` dizem quanto resta.",
		"The server answers this when the quota of requests is used up. `RateLimit` and `RateLimit-Policy` say what is left.",
		"Repetir adianta depois dos segundos de `Retry-After`; antes, não.", "A retry helps after the seconds in `Retry-After`, not before."},
	{catalog.UpstreamUnavailable,
		"O catálogo deste site ainda não pôde ser lido. Nada se perdeu: tente de novo em alguns minutos.",
		"This site’s catalogue could not be read yet. Nothing is lost: try again in a few minutes.",
		"A API responde assim enquanto a marca não tem nenhum catálogo publicado.",
		"The API answers this while the brand has no published catalogue.",
		"Repetir adianta: espere alguns minutos entre as tentativas.", "A retry helps: wait a few minutes between attempts."},
	{catalog.InternalError,
		"Algo falhou deste lado, não do seu. Tente de novo em alguns instantes.",
		"Something failed on this side, not on yours. Try again in a moment.",
		"O servidor responde assim a uma falha que ele não esperava; a causa fica no registro dele.",
		"The server answers this to a failure that it did not expect; the cause is in its log.",
		"Repetir pode adiantar: espere alguns segundos e dobre a espera a cada tentativa.", "A retry may help: wait a few seconds and double the wait each time."},
	{catalog.BadRequest,
		"O pedido chegou com um erro de forma e não pôde ser entendido. Volte ao início e tente por lá.",
		"The request was malformed and could not be understood. Go to the start page and try from there.",
		"O servidor responde assim a um pedido que não segue HTTP: um caminho com escapes inválidos, por exemplo.",
		"The server answers this to a request that does not follow HTTP: a path with invalid escapes, for example.",
		noRetryPT + " Corrija o pedido.", noRetryEN + " Correct the request."},
	{catalog.URITooLong,
		"O endereço é longo demais. Uma busca com menos palavras resolve.",
		"The address is too long. A search with fewer words will do.",
		"O servidor responde assim quando o endereço passa de 8192 bytes.",
		"The server answers this when the address is over 8192 bytes.",
		noRetryPT + " Encurte o endereço: de `q` só contam 256 bytes.", noRetryEN + " Shorten the address: only 256 bytes of `q` count."},
	{catalog.HeaderFieldsTooLarge,
		"O navegador enviou cabeçalhos grandes demais, em geral cookies de outro serviço. Este site não usa cookies: apague os deste endereço e tente de novo.",
		"The browser sent header fields that are too large, mostly cookies of another service. This site uses no cookies: delete those of this address and try again.",
		"O servidor responde assim quando os cabeçalhos passam de 16 KiB.",
		"The server answers this when the header fields are over 16 KiB.",
		noRetryPT + " Envie menos cabeçalhos.", noRetryEN + " Send fewer header fields."},
}
