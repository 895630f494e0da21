// Lighthouse of a phone on one page of each of five kinds: 99 of every category but performance,
// and no layout shift. Performance is measured on machines of which nothing is known, so it is
// printed only, and other checks run beside it. Lighthouse slows the processor of a fast desktop
// down by 4 to be that of a phone; here by the factor for the speed that this machine had with the
// page before.
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { open, at, fail, done, patience } from './browser.mjs'

const port = 9222 + (process.pid % 1000)
const { close } = await open(`--remote-debugging-port=${port}`)
const kinds = {
	home: '/',
	list: '/eventos',
	event: '/eventos/lia-ventania-canta-mares-de-dentro',
	day: '/agenda/2026-11-28',
	venue: '/locais/teatro-lume-sao-paulo-sp',
}
// benchmarkIndex of a fast desktop, by Lighthouse's docs/throttling.md: 1,500 to 2,000.
const desktop = 1750
let cpuSlowdownMultiplier = 4
const measure = async address => {
	const { lhr } = await lighthouse(address, {
		port,
		logLevel: 'error',
		output: 'json',
		disableStorageReset: true,
		maxWaitForFcp: patience,
		maxWaitForLoad: patience,
		throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier },
	})
	return lhr
}

// A page whose parts move does so each time; a shift that comes once is the browser's, late on a
// machine with other work.
const shiftOf = lhr => lhr.audits['cumulative-layout-shift']?.numericValue ?? 0
const shifted = lhr =>
	(lhr.audits['layout-shifts']?.details?.items ?? [])
		.map(item => item.node?.selector ?? 'what moved is not known')
		.join(', ')

let measured = 0
for (const [kind, path] of Object.entries(kinds)) {
	const address = at('palco', path)
	const { status } = await fetch(address, { headers: { accept: 'text/html' } })
	if (status !== 200) {
		fail(address, `answers ${status}`)
		continue
	}
	let lhr = await measure(address)
	if (shiftOf(lhr) > 0) {
		console.log(`    layout shift ${shiftOf(lhr)}, measured again: ${shifted(lhr)}`)
		lhr = await measure(address)
	}
	if (lhr.runtimeError) {
		console.log(`    ${lhr.runtimeError.message}: measured again`)
		lhr = await measure(address)
	}
	if (lhr.runtimeError) {
		fail(address, `not measured: ${lhr.runtimeError.message}`)
		continue
	}
	const speed = (4 * lhr.environment.benchmarkIndex) / desktop
	cpuSlowdownMultiplier = Math.max(1, Math.min(4, speed))
	measured++
	if (shiftOf(lhr) > 0) fail(address, `layout shift ${shiftOf(lhr)}: ${shifted(lhr)}`)
	const scores = Object.values(lhr.categories).filter(c => c.score !== null)
	console.log(
		`  ${kind}: ${scores.map(c => `${c.title} ${Math.round(c.score * 100)}`).join(', ')}`
	)
	for (const c of scores) {
		if (Math.round(c.score * 100) >= 99) continue
		const low = c.auditRefs
			.map(a => ({ ...lhr.audits[a.id], weight: a.weight }))
			.filter(a => a.weight && a.score !== null && a.score < 0.99)
		const causes = low.map(a => `${a.id} ${a.displayValue ?? ''}`).join(', ')
		const why = `${c.title} ${Math.round(c.score * 100)}, wanted 99: ${causes}`
		if (c.id === 'performance') console.log(`    beside other work: ${why}`)
		else fail(address, why)
	}
}
await close()
done(`${measured} pages`)
