// The second page comes compressed with a dictionary (RFC 9842), which the browser has loaded after
// the first, and says what it says to a browser without one. Chromium takes a name below localhost
// for a safe origin, so this needs no certificate.
import { open, at, fail, done, patience } from './browser.mjs'
import { listed } from './sample.mjs'

const { browser, close } = await open()
const first = at('palco', '/')
const others = (await listed('palco'))
	.filter(path => path.startsWith('/eventos/'))
	.slice(0, 12)
	.map(path => at('palco', path))

/** opens pages one after the other and tells of the documents how they came */
const visitor = async () => {
	const context = await browser.newContext()
	context.setDefaultTimeout(patience)
	const page = await context.newPage()
	const devtools = await context.newCDPSession(page)
	await devtools.send('Network.enable')
	const documents = new Map()
	const dictionaries = []
	const lower = headers =>
		Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
		)
	devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
		if (type === 'Document') documents.set(requestId, { address: request.url })
	})
	devtools.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
		const document = documents.get(requestId)
		if (document) document.available = lower(headers)['available-dictionary']
	})
	devtools.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => {
		const document = documents.get(requestId)
		if (document) document.coding = lower(headers)['content-encoding']
	})
	devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		const document = documents.get(requestId)
		if (document) document.bytes = encodedDataLength
	})
	page.on('requestfinished', request => {
		if (request.url().endsWith('.dict')) dictionaries.push(request.url())
	})
	return {
		dictionaries,
		close: () => context.close(),
		visit: async address => {
			const seen = documents.size
			await page.goto(address, { waitUntil: 'load' })
			const text = await page.evaluate(() => document.documentElement.outerHTML)
			const came = [...documents.values()].slice(seen).find(d => d.address === address)
			return { text, ...came }
		},
		/** waits until the browser has loaded a dictionary, as it does when it is idle */
		idle: async () => {
			const end = Date.now() + patience
			while (!dictionaries.length && Date.now() < end) await page.waitForTimeout(100)
		},
	}
}

if (others.length < 5) fail(first, `only ${others.length} events to look at`)
const known = await visitor()
const start = await known.visit(first)
if (start.coding === 'dcz' || start.available) fail(first, 'a dictionary before any was loaded')
await known.idle()
if (!known.dictionaries.length) fail(first, 'no dictionary was loaded')
let compressed = 0
const bytes = { dcz: 0, gzip: 0 }
for (const address of others) {
	const mine = await known.visit(address)
	const stranger = await visitor()
	const theirs = await stranger.visit(address)
	await stranger.close()
	if (mine.text !== theirs.text) fail(address, 'another page with a dictionary than without')
	if (theirs.coding === 'dcz') fail(address, 'dcz for a browser without a dictionary')
	// The browser stores what it has loaded in its own time: the first page may be too early.
	if (mine.coding === 'dcz') {
		compressed++
		bytes.dcz += mine.bytes
		bytes.gzip += theirs.bytes
	} else if (compressed) fail(address, `${mine.coding} after a page with the dictionary`)
}
if (compressed < others.length - 2)
	fail(first, `${compressed} of ${others.length} pages came with a dictionary`)
await known.close()
await close()
done(
	`${compressed} of ${others.length} pages came with a dictionary: with their header fields ` +
		`${bytes.dcz} bytes, without it ${bytes.gzip}`
)
