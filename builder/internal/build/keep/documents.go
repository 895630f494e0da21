package keep

import "cartaz/builder/internal/discovery"

// Detail adds the API's form of an event.
func (s *Store) Detail(path string, body *Coded) error {
	variants, err := s.variants(body, s.Profiles.Detail)
	return s.put(path, variants, err)
}

// Static adds a file of the brand's own at its address. It wins over any other resource there.
func (s *Store) Static(path, mediaType string, body []byte) error {
	variants, err := s.represent(path, body, s.Profiles.static(mediaType))
	return s.put(path, variants, err)
}

// Document adds a discovery document, under both of its media types if it has two.
func (s *Store) Document(d discovery.Document) error {
	several := d.NamedType != ""
	variants, err := s.represent(d.Path, d.Body,
		s.Profiles.document(d.ContentType, several, d.Fields))
	if several {
		variants = append(variants, under(variants,
			s.Profiles.document(d.NamedType, several, d.Fields))...)
	}
	return s.put(d.Path, variants, err)
}

// SealSums adds the sums, after everything else.
func (s *Store) SealSums() error {
	return s.Private(PathSums, s.Sums.encode(), s.Profiles.Private)
}
