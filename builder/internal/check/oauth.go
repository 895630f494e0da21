package check

import "fmt"

// protectedResource: the metadata names the very origin that serves it, else
// clients must throw it away (RFC 9728, section 3.3), and its authorization
// servers have metadata in turn.
func protectedResource(s *site) (string, error) {
	var doc struct {
		Resource string   `json:"resource"`
		Servers  []string `json:"authorization_servers"`
	}
	if err := s.metadata(pathResource, &doc, "resource", &doc.Resource); err != nil {
		return "", err
	}
	elsewhere := 0
	for _, issuer := range doc.Servers {
		if issuer != s.origin.String() {
			if _, ok := s.local(issuer); ok {
				return fail("authorization server %q is this site in another spelling", issuer)
			}
			elsewhere++
			continue
		}
		if _, err := s.optional(pathServer); err != nil {
			return fail("authorization server %s has no metadata: %v", issuer, err)
		}
	}
	return fmt.Sprintf("resource %s; %d authorization servers, %d on other hosts", doc.Resource,
		len(doc.Servers), elsewhere), nil
}

// authorizationServer: the metadata names its own origin (RFC 8414, section 3.3).
func authorizationServer(s *site) (string, error) {
	var doc struct {
		Issuer string `json:"issuer"`
	}
	return "issuer " + s.origin.String(), s.metadata(pathServer, &doc, "issuer", &doc.Issuer)
}

// metadata reads a document of which one member must be the origin that serves it. A proxy that
// changes host or scheme breaks that.
func (s *site) metadata(target string, doc any, name string, member *string) error {
	a, err := s.document(target, doc)
	if err == nil {
		err = a.wantType("application/json")
	}
	if err == nil && *member != s.origin.String() {
		err = fmt.Errorf("%s is %q, not %q, character by character", name, *member, s.origin)
	}
	return err
}
