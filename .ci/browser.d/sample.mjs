// Pages of every kind, a few of each: all kinds, not all pages.
import { at } from './browser.mjs'

const fixed = {
	palco: [
		'/',
		'/eventos',
		'/eventos?q=samba&city=Recife',
		'/eventos?q=xyzzy',
		'/problemas/event_not_found',
		'/eventos/lia-ventania-canta-mares-de-dentro',
		'/eventos/nao-existe',
		'/embed/cidades/recife-pe',
		'/embed/organizadores/casa-jatoba',
		'/salvos',
	],
	virada: ['/', '/eventos?page=2'],
	confs: ['/', '/events?q=rust'],
	hard: [
		'/',
		'/eventos',
		'/eventos/quatro-algarismos',
		'/eventos/muitos-tipos',
		'/eventos/nome-longo',
		'/eventos/retrato',
		'/eventos/esgotado',
		'/eventos/cancelado',
		'/eventos/adiado',
		'/eventos/vendas-encerradas',
		'/eventos/passado',
		'/eventos/online',
		'/eventos/hibrido',
		'/eventos/sem-data',
		'/eventos/sem-ingressos',
		'/eventos/temporada',
	],
}

/** the kind of a page: its path with what names one thing taken out */
const kind = path =>
	path
		.split('/')
		.map((part, i) =>
			i < 2 ? part : part.replace(/[^/]+/, '*').concat(/^\d{4}/.test(part) ? part.length : '')
		)
		.join('/')

/**
 * The addresses that are looked at: those above, and of every brand the first page of each further
 * kind that its sitemap has, so that a new kind of page is looked at without a line here.
 */
export async function pages() {
	const all = []
	for (const [brand, paths] of Object.entries(fixed)) {
		const seen = new Set(paths.map(path => kind(path.split('?')[0])))
		all.push(...paths.map(path => at(brand, path)))
		for (const path of await listed(brand)) {
			if (seen.has(kind(path))) continue
			seen.add(kind(path))
			all.push(at(brand, path))
		}
	}
	return all
}

/** paths that the sitemap of a brand lists */
export async function listed(brand) {
	const xml = await fetch(at(brand, '/sitemap.xml')).then(r => r.text())
	const locations = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(m =>
		m[1].replaceAll('&amp;', '&')
	)
	if (!xml.includes('<sitemapindex')) return locations.map(l => new URL(l).pathname)
	const parts = await Promise.all(locations.map(l => fetch(l).then(r => r.text())))
	return parts.flatMap(part =>
		[...part.matchAll(/<loc>([^<]*)<\/loc>/g)].map(m => new URL(m[1]).pathname)
	)
}
