package words

import "cartaz/builder/catalog"

// Pick chooses by language, like every string does.
func (w *Words) Pick(pt, en string) string { return w.pick(pt, en) }

// DateBlock draws the block of an event from its start and end.
func (w *Words) DateBlock(start, end catalog.Moment) DateBlock {
	return w.dateBlock(stretchOf(start, end), start)
}
