package catalog

import (
	"slices"

	"cartaz/builder/i18n"
)

// Problem is the body of every error answer: a problem document of RFC 9457 with the members Code
// and Error, which the contract adds. Error has the same value as Code.
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

// problem is a code with its status of HTTP.
type problem struct {
	code   Code
	status int
}

// problems are the codes in a fixed order. What they say is in package i18n, under
// problem.<code>.
var problems = []problem{
	{SlugMissing, 400},
	{EventNotFound, 404},
	{NotFound, 404},
	{IdentityTypeNotSupported, 400},
	{MalformedBody, 400},
	{PayloadTooLarge, 413},
	{UnsupportedMediaType, 415},
	{MethodNotAllowed, 405},
	{UnknownHost, 421},
	{RateLimited, 429},
	{UpstreamUnavailable, 502},
	{InternalError, 500},
	{BadRequest, 400},
	{URITooLong, 414},
	{HeaderFieldsTooLarge, 431},
}

// problemTexts are titles and details by code.
type problemTexts struct {
	Titles  map[string]string `i18n:"problem.*.title"`
	Details map[string]string `i18n:"problem.*.detail"`
}

var problemTextsOf = i18n.Bind[problemTexts]()

// Codes lists every problem code in a fixed order.
func Codes() []Code {
	codes := make([]Code, len(problems))
	for i := range problems {
		codes[i] = problems[i].code
	}
	return codes
}

// NewProblem returns the problem document of a code. locale is one of [i18n.Names]. siteURL is the
// brand's site; the type of the problem is the address of the page there that explains the code.
// siteURL is "" for a request that reached no brand; the type is then "about:blank" (RFC 9457,
// section 4.2.1). An unknown code becomes an internal error.
func NewProblem(code Code, locale, siteURL string) Problem {
	i := slices.IndexFunc(problems, func(p problem) bool { return p.code == code })
	if i < 0 {
		return NewProblem(InternalError, locale, siteURL)
	}
	name, texts := string(code), problemTextsOf(locale)
	p := Problem{
		Type: "about:blank", Title: texts.Titles[name], Status: problems[i].status,
		Code: name, Detail: texts.Details[name], Error: name,
	}
	if siteURL != "" {
		p.Type = siteURL + ProblemPath(code)
	}
	return p
}
