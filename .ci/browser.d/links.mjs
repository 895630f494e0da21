// Follows every link of two small brands from their home pages; none within the site may be broken.
import { LinkChecker } from 'linkinator'
import { at, fail, done } from './browser.mjs'

let links = 0
for (const brand of ['palco', 'hard']) {
	const home = at(brand, '/')
	const inside = new URL(home).host.split(':')[0]
	const { links: found } = await new LinkChecker().check({
		path: home,
		recurse: true,
		concurrency: 4,
		timeout: 120000,
		// Only this site: other hosts are not ours to answer for, and the pages of searches are
		// endless.
		linksToSkip: async link => new URL(link).hostname !== inside || /[?]/.test(link),
	})
	for (const link of found) {
		if (link.state === 'SKIPPED') continue
		links++
		// 0 is a connection that linkinator gave up itself, and 429 that it asked too fast.
		if (link.state === 'BROKEN' && link.status >= 400 && link.status !== 429)
			fail(link.parent ?? home, `${link.status} ${link.url}`)
	}
}
if (links < 200) fail('linkinator', `followed ${links} links only`)
done(`${links} links`)
