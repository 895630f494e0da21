// Package negotiate chooses a representation from request header fields.
//
// Every function is pure and reads its input once from left to right, so the work grows only with
// the length of the field. No function allocates, whatever the input is; the one exception is
// stated at [ModifiedSince]. A caller that received a field on several lines joins the lines with
// ", " first (RFC 9110, section 5.2).
//
// A header field is a wish of the client and never an error. A list member that cannot be read is
// skipped as if it had not been sent; the rest of the list still counts.
package negotiate
