package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// emptyMembers are the members of a metadata document that are an empty list or
// string: RFC 8414 and RFC 9728 have them left out.
func emptyMembers(doc map[string]json.RawMessage, allowed ...string) []string {
	var names []string
	for name, raw := range doc {
		if text := strings.TrimSpace(string(raw)); (text == "[]" || text == `""` ||
			text == "null") && !slices.Contains(allowed, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// stringMember reads a string, "" when it is absent.
func stringMember(doc map[string]json.RawMessage, name string) (string, error) {
	var text string
	if raw, ok := doc[name]; ok {
		if err := json.Unmarshal(raw, &text); err != nil {
			return "", fmt.Errorf("%s is not a string", name)
		}
	}
	return text, nil
}

// listMember reads a list of strings, nil when it is absent.
func listMember(doc map[string]json.RawMessage, name string) ([]string, error) {
	var list []string
	if raw, ok := doc[name]; ok {
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, fmt.Errorf("%s is not a list of strings", name)
		}
	}
	return list, nil
}

// protectedResource: the metadata names the very origin that serves it, else
// clients must throw it away (RFC 9728, section 3.3), and its authorization
// servers have metadata in turn.
func protectedResource(s *site) (string, error) {
	var doc map[string]json.RawMessage
	a, err := s.document(pathResource, &doc)
	if err != nil {
		return "", err
	}
	if err := a.wantType("application/json"); err != nil {
		return "", err
	}
	resource, err := stringMember(doc, "resource")
	if err != nil {
		return "", err
	}
	if resource != s.origin.String() {
		return "", fmt.Errorf("resource is %q, not %q, character by character", resource, s.origin)
	}
	if empty := emptyMembers(doc, "bearer_methods_supported"); len(empty) > 0 {
		return "", fmt.Errorf("%s must be left out, not empty", strings.Join(empty, ", "))
	}
	methods, err := listMember(doc, "bearer_methods_supported")
	if err != nil {
		return "", err
	}
	for _, m := range methods {
		if m != "header" && m != "body" && m != "query" {
			return "", fmt.Errorf("bearer_methods_supported has %q", m)
		}
	}
	servers, err := listMember(doc, "authorization_servers")
	if err != nil {
		return "", err
	}
	elsewhere := 0
	for _, issuer := range servers {
		if issuer != s.origin.String() {
			if _, ok := s.local(issuer); ok {
				return "", fmt.Errorf("authorization server %q is this site in another spelling",
					issuer)
			}
			elsewhere++
			continue
		}
		if _, err := s.optional(pathServer); err != nil {
			return "", fmt.Errorf("authorization server %s has no metadata: %w", issuer,
				errors.New(err.Error()))
		}
	}
	return fmt.Sprintf("resource %s; %d authorization servers, %d on other hosts", resource,
		len(servers), elsewhere), nil
}

// authorizationServer: the metadata names its own origin (RFC 8414, section 3.3)
// and claims nothing that is not there. What it leaves out is not faulted.
func authorizationServer(s *site) (string, error) {
	var doc map[string]json.RawMessage
	a, err := s.document(pathServer, &doc)
	if err != nil {
		return "", err
	}
	if err := a.wantType("application/json"); err != nil {
		return "", err
	}
	issuer, err := stringMember(doc, "issuer")
	if err != nil {
		return "", err
	}
	if issuer != s.origin.String() {
		return "", fmt.Errorf("issuer is %q, not %q, character by character", issuer, s.origin)
	}
	// The RFC wants response_types_supported present and empty lists absent; a
	// server without an authorization endpoint can only satisfy one of the two.
	if empty := emptyMembers(doc, "response_types_supported"); len(empty) > 0 {
		return "", fmt.Errorf("%s must be left out, not empty", strings.Join(empty, ", "))
	}
	var claimed []string
	for name := range doc {
		if !strings.HasSuffix(name, "_endpoint") && name != "jwks_uri" {
			continue
		}
		address, err := stringMember(doc, name)
		if err != nil {
			return "", err
		}
		if u, err := url.Parse(address); err != nil || u.Host == "" ||
			u.Scheme != "https" && s.origin.Scheme == "https" {
			return "", fmt.Errorf("%s is %q, not an https address", name, address)
		}
		claimed = append(claimed, name)
	}
	slices.Sort(claimed)
	// The two that can be looked at with GET are.
	for _, name := range []string{"authorization_endpoint", "jwks_uri"} {
		address, _ := stringMember(doc, name)
		target, ok := s.local(address)
		if address == "" || !ok {
			continue
		}
		a, err := s.do(request{method: "GET", target: target})
		if err != nil {
			return "", err
		}
		if a.status == 404 || a.status == 410 {
			return "", fmt.Errorf("%s is claimed and answers %d", name, a.status)
		}
	}
	if len(claimed) == 0 {
		return "issuer " + issuer, nil
	}
	return fmt.Sprintf("issuer %s; claims %s", issuer, strings.Join(claimed, ", ")), nil
}
