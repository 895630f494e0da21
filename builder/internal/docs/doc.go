// Package docs has no code. Its tests hold what the documents of the project say against the
// project: the files that they name exist, the commands that they show run, and the Makefile and
// the scripts do what they promise, and the product weighs no more than its budget.
package docs
