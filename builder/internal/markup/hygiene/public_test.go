package hygiene_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/markup/hygiene"
)

func TestPublic(t *testing.T) {
	for host, want := range map[string]bool{
		"img.example": true, "cdn.palco.example:8443": true, "8.8.8.8": true, "1.1": true,
		"[2606:4700::1111]": true, "[64:ff9b::808:808]": true, "local.example": true,
		"localhost.example": true,
		"internal.example.": true, "0x08080808": true, "10.example": true,

		"localhost": false, "LOCALHOST.": false, "a.localhost": false, "printer.local": false,
		"db.internal": false, "router.home.arpa": false, "intranet": false,
		"host.localdomain": false,
		"127.0.0.1":        false, "127.1": false, "2130706433": false, "0x7f.1": false,
		"0177.0.0.1": false, "127.0.0.1.": false,
		"10.0.0.1": false, "172.16.3.4": false, "172.32.0.1": true, "192.168.1.1:8080": false,
		"169.254.169.254": false,
		"0.0.0.0":         false, "0": false, "0x": false, "100.64.0.1": false, "100.128.0.1": true,
		"224.0.0.1": false, "255.255.255.255": false,
		"198.18.0.1": false, "192.0.2.1": false, "256.1.1.1": false, "1.2.3.4.5": false,
		"08.1.1.1": false, "1.16777216": false,
		"[::1]": false, "[::]": false, "[fe80::1]": false, "[fd00::1]": false, "[ff02::1]": false,
		"[::ffff:127.0.0.1]": false,
		"[::ffff:8.8.8.8]":   true, "[64:ff9b::7f00:1]": false, "[2002:7f00:1::]": false,
		"[2002:808:808::]": true, "[::127.0.0.1]": false,
		"[2001:db8::1]": false, "[fec0::1]": false,
	} {
		address := hygiene.URL("https://" + host + "/a.png")
		require.NotEmpty(t, address, host)
		require.Equal(t, want, hygiene.Public(address), "%s: %s", host, address)
	}
}
