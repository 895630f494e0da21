// Command client reads the public API through code that oapi-codegen wrote from
// the served OpenAPI document (package client/api).
//
//	client ADDRESS DOCUMENT
//
// ADDRESS is where the edge listens (host:port), DOCUMENT the brand's document.
// It reads the list, the detail and a credential, and fails when an answer is
// not what the document says.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"client/api"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: client ADDRESS DOCUMENT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "client:", err)
		os.Exit(1)
	}
}

func run(address, document string) error {
	text, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	var described struct{ Servers []struct{ URL string } }
	if err := json.Unmarshal(text, &described); err != nil {
		return fmt.Errorf("%s: %w", document, err)
	}
	// The hosts of the samples need not resolve: the connection goes to
	// ADDRESS, whatever host the document names.
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, address)
		},
	}
	client, err := api.NewClientWithResponses(
		described.Servers[0].URL,
		api.WithHTTPClient(&http.Client{Transport: transport, Timeout: 10 * time.Second}),
	)
	if err != nil {
		return err
	}
	return read(context.Background(), client)
}

func read(ctx context.Context, client *api.ClientWithResponses) error {
	perPage := 3
	list, err := client.ListEventsWithResponse(ctx, &api.ListEventsParams{PerPage: &perPage})
	if err != nil {
		return err
	}
	if list.JSON200 == nil || len(list.JSON200.Data) == 0 || list.JSON200.Meta.PerPage != perPage {
		return fmt.Errorf("list: %s: %s", list.Status(), list.Body)
	}
	first := list.JSON200.Data[0]

	detail, err := client.GetEventWithResponse(ctx, first.Slug, nil)
	if err != nil {
		return err
	}
	if detail.JSON200 == nil || detail.JSON200.Id != first.Id || detail.JSON200.Name != first.Name {
		return fmt.Errorf("detail: %s: %s", detail.Status(), detail.Body)
	}
	tag := detail.HTTPResponse.Header.Get("ETag")
	unchanged, err := client.GetEventWithResponse(
		ctx,
		first.Slug,
		&api.GetEventParams{IfNoneMatch: &tag},
	)
	if err != nil {
		return err
	}
	if unchanged.StatusCode() != http.StatusNotModified {
		return fmt.Errorf("detail with its own ETag: %s", unchanged.Status())
	}
	missing, err := client.GetEventWithResponse(ctx, "no-such-event", nil)
	if err != nil {
		return err
	}
	if missing.ApplicationproblemJSON404 == nil ||
		missing.ApplicationproblemJSON404.Code != "event_not_found" {
		return fmt.Errorf("missing event: %s: %s", missing.Status(), missing.Body)
	}

	issued, err := client.IssueAnonymousAgentCredentialWithResponse(ctx, api.IdentityRequest{})
	if err != nil {
		return err
	}
	if issued.JSON201 == nil || issued.JSON201.Credential == "" {
		return fmt.Errorf("identity: %s: %s", issued.Status(), issued.Body)
	}
	known, err := client.ListEventsWithResponse(
		ctx,
		&api.ListEventsParams{XAgentCredential: &issued.JSON201.Credential},
	)
	if err != nil {
		return err
	}
	if policy := known.HTTPResponse.Header.Get("RateLimit-Policy"); !strings.Contains(
		policy,
		"credential",
	) &&
		!strings.Contains(policy, "network") {
		return fmt.Errorf("list with a credential is counted as %s", policy)
	}
	health, err := client.GetHealthWithResponse(ctx, nil)
	if err != nil {
		return err
	}
	if health.JSON200 == nil {
		return fmt.Errorf("health: %s: %s", health.Status(), health.Body)
	}
	fmt.Printf(
		"%s: %d events on sale, the first is %s\n",
		health.JSON200.Brand,
		list.JSON200.Meta.Total,
		first.Slug,
	)
	return nil
}
