package words

import "cartaz/builder/catalog"

// Block draws the block of an event from its start and end.
func (d *Dates) Block(start, end catalog.Moment) DateBlock {
	block, _, _ := d.Card(start, end)
	return block
}
