// Package negotiate chooses a representation from request header fields.
//
// Every function is pure and reads its input once from left to right, so its
// work grows with the length of the field and nothing else. None of them
// allocates, whatever the input is; the one exception is stated at
// [ModifiedSince]. A caller that received a field on several lines joins the
// lines with ", " first (RFC 9110, section 5.2).
//
// What a client sends is taken as a wish, never as an error: a member of a list
// that cannot be read is passed over as if it had not been sent, and the rest
// of the list still counts.
package negotiate
