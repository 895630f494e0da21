// Package fleet holds the tests of several machines: three builders, a store, five edges that serve
// from it, a store of limits and a balancer, all as processes of their own, while visitors ask.
// They prove what edge/README.md says about edges without state.
package fleet
