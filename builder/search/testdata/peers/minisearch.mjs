// MiniSearch as a child process: lines of JSON in, a line of JSON out for each query. Accents are
// dropped, every word must be found, the last also as a beginning; typos only when nothing is
// found. It has no stemming and no stop words. With the argument "or", every word is also a
// beginning and may have one slip, and where not all are found, any of them are enough.
import MiniSearch from 'minisearch'
import { createInterface } from 'node:readline'

const plain = term =>
	term
		.normalize('NFKD')
		.replace(/\p{Mn}/gu, '')
		.toLowerCase()
const index = new MiniSearch({
	fields: ['name', 'producer', 'venue', 'city', 'state', 'description'],
	storeFields: ['city_key'],
	processTerm: plain,
	searchOptions: {
		combineWith: 'AND',
		boost: { name: 10, producer: 5, venue: 5, city: 5, state: 5, description: 1 },
		prefix: (term, i, terms) => i === terms.length - 1 && term.length > 1,
	},
})
const fuzzy = term =>
	term.length >= 9 ? 2 / term.length : term.length >= 5 ? 1 / term.length : false
const any = process.argv[2] === 'or' && {
	prefix: term => term.length > 1,
	fuzzy: term => (term.length >= 4 ? 1 : false),
}

let docs = []
for await (const line of createInterface({ input: process.stdin })) {
	const m = JSON.parse(line)
	if (docs) {
		if (!m.end) {
			docs.push(m)
			if (docs.length < 10000) continue
		}
		index.addAll(docs)
		docs = []
		if (m.end) {
			docs = null
			process.stdout.write('ready\n')
		}
		continue
	}
	const start = process.hrtime.bigint()
	const options = m.city ? { filter: r => r.city_key === m.city } : {}
	const query = m.text || MiniSearch.wildcard
	Object.assign(options, any)
	let found = index.search(query, options)
	const second = any ? { combineWith: 'OR' } : { fuzzy }
	if (found.length === 0) found = index.search(query, { ...options, ...second })
	const ids = found.slice(0, m.limit).map(r => r.id)
	const ns = Number(process.hrtime.bigint() - start)
	process.stdout.write(JSON.stringify({ ids, total: found.length, ns }) + '\n')
}
