// Package docs has no code. Its tests compare the documents with the project: named files exist,
// shown commands run, the Makefile and the scripts do what they promise, and the product weighs no
// more than its budget.
package docs
