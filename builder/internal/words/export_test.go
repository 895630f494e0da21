package words

import "cartaz/builder/catalog"

// Block draws the block of an event from its start and end.
func (d *Dates) Block(start, end catalog.Moment) DateBlock {
	return d.dateBlock(stretchOf(start, end), start)
}

// Amount is an amount in minor units without its symbol.
func (m *Money) Amount(amount int64, currency string) string {
	_, bare := m.both(amount, currency)
	return bare
}
