package changes

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
)

// WriteAddresses writes the public addresses at which the change from one release to another can be
// seen, one absolute URL a line: a cache in front has to forget them. They include new addresses,
// since a cache may hold their 404. Each is written for every host of both releases, and in every
// spelling that the edge answers. before may be nil.
//
// Addresses with a query cannot be listed. If [Changes.Results] is set, the list has the pages of
// results without a query, for caches that forget by prefix.
func (c *Changes) WriteAddresses(w io.Writer, before, after *release.Release) error {
	sides := []*release.Release{after}
	if before != nil {
		sides = append(sides, before)
	}
	var origins []string
	paths := slices.Concat(c.Resources.Added, c.Resources.Removed, c.Resources.Changed)
	keys := paths
	for _, rel := range sides {
		brand := rel.Manifest().Brand
		spelling := catalog.NewSpelling("", brand.Paths)
		for _, key := range keys {
			paths = append(paths, spelling.Own(key))
		}
		list, err := brandOrigins(&brand)
		if err != nil {
			return err
		}
		for _, origin := range list {
			if !slices.Contains(origins, origin) {
				origins = append(origins, origin)
			}
		}
		if c.Results {
			paths = append(paths, catalog.EventsPath, catalog.EventsTwinPath,
				spelling.Own(catalog.EventsPath), spelling.Own(catalog.EventsTwinPath),
				brand.BasePath+catalog.APIEvents)
		}
	}
	slices.Sort(paths)
	b := bufio.NewWriter(w)
	for _, path := range slices.Compact(paths) {
		for _, origin := range origins {
			// The writer keeps an error until Flush.
			_, _ = b.WriteString(origin + path + "\n")
		}
	}
	return b.Flush()
}

// brandOrigins returns the origins of a brand: site, API, and its other hosts with the scheme and
// port of the site.
func brandOrigins(b *release.Brand) ([]string, error) {
	site, err := url.Parse(b.SiteURL)
	if err != nil {
		return nil, fmt.Errorf("site_url: %w", err)
	}
	api, err := url.Parse(b.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("base_url: %w", err)
	}
	origins := []string{site.Scheme + "://" + site.Host}
	if origin := api.Scheme + "://" + api.Host; origin != origins[0] {
		origins = append(origins, origin)
	}
	for _, host := range b.Hosts {
		if host == strings.ToLower(site.Hostname()) || host == strings.ToLower(api.Hostname()) {
			continue
		}
		if port := site.Port(); port != "" {
			host += ":" + port
		}
		origins = append(origins, site.Scheme+"://"+host)
	}
	return origins, nil
}
