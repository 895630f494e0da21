// Package fetch asks the backend of a brand for answers: at the allowed pace, again after failures,
// and conditionally if it has an earlier answer. It does not read the bodies.
//
//   - [Fetcher] (fetch.go, pace.go, redirect.go): one whole answer with status 200, or the news
//     that an earlier one still holds. It sends a failing request five times, and one that is
//     asked to wait a hundred times. Redirects stay on the host, and connections on the internet,
//     except for a host of the own network that source.url names (guard.go).
//   - [Answer] (answer.go): its body, in memory first, then in a temporary file, so that
//     a slow reader holds no connection open. gzip is recognised.
//   - [Memory] (memory.go): earlier answers, in the cache. Keys hold no secret.
//   - [Robots] (robots.go): the addresses that a host lets a crawler ask for.
//
// No message holds a query or a value of the environment.
package fetch
