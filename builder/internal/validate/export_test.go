package validate

import "cartaz/builder/catalog"

// Check is [Checker.Gate] for a record alone.
func (c *Checker) Check(raw any, pos string) (*catalog.Record, Key, []Finding) {
	made := c.Gate(raw, pos, nil)
	return made.Record, made.Key, made.Findings
}
