package site

// BeforeOpen has f called whenever a release is about to be opened.
func (s *Site) BeforeOpen(f func()) {
	s.open = func(dir, id string) (*Held, error) {
		f()
		return s.openRelease(dir, id)
	}
}
