package words

// Pick chooses by language, like every string does.
func (w *Words) Pick(pt, en string) string { return w.pick(pt, en) }
