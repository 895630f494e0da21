// Package upgrade holds the tests of upgrades: programs of an earlier commit beside those of this
// one, over the same output folder. They prove what edge/README.md says about upgrades.
package upgrade
