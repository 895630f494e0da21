package discovery

import "cartaz/brands"

// protectedResource is the metadata of RFC 9728. The resource is the site's
// origin to the letter, because section 3.3 has clients throw away a document
// whose resource differs from the address they built. There are no scopes and
// no public keys, so those members are left out (section 3.2).
func protectedResource(b *brands.Brand) object {
	return object{
		{"resource", b.SiteURL},
		{"authorization_servers", list{b.SiteURL}},
		{"bearer_methods_supported", list{"header"}},
		{"resource_name", b.Name},
		{"resource_documentation", b.SiteURL + AuthPath},
	}
}

// loginAnchor is the fragment of auth.md that explains how a person logs in; it
// names the grant of the token service, which is none of the standard ones
// (RFC 6749, section 4.5 lets an address name it).
func loginAnchor(b *brands.Brand) string { return localeOf(b.Locale).LoginAnchor }

// authorizationServer is the metadata of RFC 8414. The grant types are given
// although optional, since their default would claim authorization_code; the
// response types are an empty list, since their absence is read as "code" by
// some clients (erratum 7793). DELETE /auth/revoke is not RFC 7009 and so no
// revocation_endpoint.
func authorizationServer(b *brands.Brand) object {
	guide := b.SiteURL + AuthPath
	return object{
		{"issuer", b.SiteURL},
		{"token_endpoint", b.AuthURL + "/auth/token"},
		{"response_types_supported", list{}},
		{"grant_types_supported", list{guide + "#" + loginAnchor(b)}},
		{"token_endpoint_auth_methods_supported", list{"none"}},
		{"service_documentation", guide},
		{"ui_locales_supported", list{b.Locale}},
		{"protected_resources", list{b.SiteURL}},
		{"agent_auth", object{
			{"skill", guide},
			{"identity_types_supported", list{"delegated_user"}},
			{"credential_types_supported", list{"bearer_token"}},
			{"delegated_user", object{
				{"credential_types_supported", list{"bearer_token"}},
				{"interaction", "user_in_browser"},
			}},
		}},
	}
}
