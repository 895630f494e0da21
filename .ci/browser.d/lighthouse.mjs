// Lighthouse of a phone on one page of each of five kinds. Performance is measured on machines of
// which nothing is known, so it is printed only; 99 of every other category.
import lighthouse from 'lighthouse'
import { open, at, fail, done } from './browser.mjs'

const port = 9222 + process.pid % 1000
const { close } = await open(`--remote-debugging-port=${port}`)
const kinds = { home: '/', list: '/eventos', event: '/eventos/lia-ventania-canta-mares-de-dentro',
	day: '/agenda/2026-11-28', venue: '/locais/teatro-lume-sao-paulo-sp' }
let measured = 0
for (const [kind, path] of Object.entries(kinds)) {
	const address = at('palco', path)
	const { status } = await fetch(address, { headers: { accept: 'text/html' } })
	if (status !== 200) {
		fail(address, `answers ${status}`)
		continue
	}
	const { lhr } = await lighthouse(address, { port, logLevel: 'error', output: 'json', disableStorageReset: true })
	measured++
	const scores = Object.values(lhr.categories).filter(c => c.score !== null)
	console.log(`  ${kind}: ${scores.map(c => `${c.title} ${Math.round(c.score * 100)}`).join(', ')}`)
	for (const c of scores) {
		if (Math.round(c.score * 100) >= 99) continue
		const low = c.auditRefs.map(a => ({ ...lhr.audits[a.id], weight: a.weight })).filter(a => a.weight && a.score !== null && a.score < .99)
		const why = `${c.title} ${Math.round(c.score * 100)}, wanted 99: ${low.map(a => `${a.id} ${a.displayValue ?? ''}`).join(', ')}`
		if (c.id === 'performance') console.log(`    ${why}`)
		else fail(address, why)
	}
}
await close()
done(`${measured} pages`)
