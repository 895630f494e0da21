// Package validate turns the items of a source into checked records.
//
// It works in two stages, because a catalogue need not fit in memory:
//
//   - [Checker.Gate] looks at one record alone: types, times, addresses, text.
//     It is pure.
//   - [Settle] looks at a small [Key] of every record at once and decides
//     what depends on the whole catalogue: duplicates and slugs. Its answer
//     does not depend on the order of the keys.
//
// Every change is reported: each record that is dropped and each member that is left out or
// repaired is a [Finding] with a stable reason. Members that no rule names are ignored and reported
// by name, and none of their bytes reach a record.
//
// A required member (name) that is missing or of the wrong type drops the record; any other member
// of the wrong type is left out. null and an absent member mean the same. Values are as a JSON
// decoder returns them: string, bool, nil, map[string]any, []any, and numbers as int, int64,
// float64 or *big.Int.
package validate
