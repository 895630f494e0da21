// Every page of the sample at 320 px, on a phone held sideways and in a wide window: nothing wider
// than the window, no broken word in the table of prices, no broken image, no message on the
// console; axe finds nothing in light and in dark. The HTML is kept for the checker of HTML.
import { createRequire } from 'node:module'
import { readFileSync, writeFileSync } from 'node:fs'
import { open, fail, done, patience } from './browser.mjs'
import { pages } from './sample.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const windows = [
	{ width: 320, height: 640, colorScheme: 'light' },
	{ width: 844, height: 390, colorScheme: 'dark' },
	{ width: 1280, height: 800, colorScheme: 'light' },
]
const { browser, close } = await open()
const addresses = await pages()
let looked = 0
const look = async ({ width, height, colorScheme }) => {
	// axe and the measurement run past the policy of the page, which allows its own file alone.
	const context = await browser.newContext({
		viewport: { width, height },
		colorScheme,
		bypassCSP: true,
	})
	context.setDefaultTimeout(patience)
	const page = await context.newPage()
	const said = []
	page.on(
		'console',
		message => ['error', 'warning'].includes(message.type()) && said.push(message.text())
	)
	page.on('pageerror', error => said.push(String(error)))
	for (const address of addresses) {
		const where = `${address} at ${width}x${height} ${colorScheme}`
		said.length = 0
		const response = await page.goto(address, { waitUntil: 'load' })
		const status = response.status()
		if (width === 320)
			writeFileSync(`${process.env.PAGES}/${looked++}.html`, await response.text())
		const found = await page.evaluate(measure)
		for (const what of found) fail(where, what)
		// A page that is not there is one message of the browser's own.
		for (const what of said)
			if (!(status === 404 && /404/.test(what))) fail(where, `console: ${what}`)
		if (width === 844) continue
		await page.evaluate(axe)
		const { violations } = await page.evaluate(() =>
			window.axe.run({ resultTypes: ['violations'] })
		)
		for (const v of violations)
			fail(
				where,
				`axe ${v.id}: ${v.help} (${v.nodes
					.map(n => n.target)
					.slice(0, 3)
					.join(', ')})`
			)
	}
	await context.close()
}
await Promise.all(windows.map(look))
await close()
done(`${addresses.length} pages in ${windows.length} windows`)

/** what is wrong with how the page lies in its window; runs in the page */
async function measure() {
	const wrong = []
	const room = document.documentElement.clientWidth
	const wide = document.documentElement.scrollWidth
	if (wide > room) {
		const over = [...document.querySelectorAll('body *')].find(
			e => e.getBoundingClientRect().right > room + 1
		)
		wrong.push(`${wide - room} px wider than the window: ${over?.tagName} ${over?.className}`)
	}
	for (const box of document.querySelectorAll('.seats'))
		if (box.scrollWidth > box.clientWidth)
			wrong.push(`the table of prices is ${box.scrollWidth - box.clientWidth} px too wide`)
	// A word lies on one line: its range has one rectangle.
	const range = document.createRange()
	for (const cell of document.querySelectorAll('.seats :is(th,td), .tag, .btn, .date b')) {
		const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
		for (let text = texts.nextNode(); text; text = texts.nextNode())
			for (const word of text.data.matchAll(/[^\s\u00ad–-]+/g)) {
				range.setStart(text, word.index)
				range.setEnd(text, word.index + word[0].length)
				const lines = new Set([...range.getClientRects()].map(r => Math.round(r.top)))
				if (lines.size > 1) wrong.push(`the word "${word[0]}" is broken`)
			}
	}
	// Text of a card never lies under its picture.
	for (const card of document.querySelectorAll('.card')) {
		const art = card.querySelector('.art')
		if (!art?.offsetWidth) continue
		for (const e of card.querySelectorAll('.what > *'))
			if (e.scrollWidth > e.clientWidth + 1)
				wrong.push(`"${e.textContent}" is wider than its card`)
	}
	for (const image of document.images) image.loading = 'eager'
	await Promise.all(
		[...document.images].map(image =>
			image.decode().catch(() => wrong.push(`broken image ${image.currentSrc}`))
		)
	)
	return wrong
}
