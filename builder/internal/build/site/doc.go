// Package site is what the pages of a brand have in common while a release is drawn: the plan, the
// renderer, the store, and what the events leave for pages that show several of them. Packages
// pages and takeaway draw on it.
package site
