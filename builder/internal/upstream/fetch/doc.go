// Package fetch asks the backend of a brand for answers: at its pace, as often as it takes, with
// the memory of earlier ones. It knows nothing of what answers say.
//
//   - [Fetcher] (fetch.go, pace.go, redirect.go): one whole answer with status 200, or that an
//     earlier one still holds. A request that fails is sent five times, one that is only told to
//     wait a hundred times. Redirects stay on the host, and
//     connections on the internet, but for a host inside that source.url names (guard.go).
//   - [Answer] (answer.go): its body, in memory first, then in a temporary file, so that
//     a slow reader holds no connection open. gzip is recognised.
//   - [Memory] (memory.go): what the cache knows of answers. Keys hold no secret.
//   - [Robots] (robots.go): the addresses that a host lets a crawler ask for.
//
// No message holds a query or a value of the environment.
package fetch
