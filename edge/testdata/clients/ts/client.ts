// A client of the public API as somebody else would write it: the types come
// from the served OpenAPI document (openapi-typescript writes schema.d.ts), the
// answers from a running edge.
//
//     node built/client.js ADDRESS DOCUMENT
//
// ADDRESS is where the edge listens (host:port), DOCUMENT the brand's document.
// It reads the list, the detail and a credential, and ends with 1 when an answer
// is not what the document says.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

type Event = components['schemas']['Event']

const [address, file] = process.argv.slice(2)
assert(address && file, 'usage: client.js ADDRESS DOCUMENT')
const document: { servers: { url: string }[] } = JSON.parse(readFileSync(file, 'utf8'))
const server = document.servers[0]?.url
assert(server, 'the document names no server')

// The hosts of the samples need not resolve: the connection goes to ADDRESS,
// whatever host the document names.
async function toTheEdge(input: Request): Promise<Response> {
	const url = new URL(input.url)
	const body = Buffer.from(await input.arrayBuffer())
	const to = new URL(`http://${address}`)
	return new Promise((resolve, reject) => {
		const out = request(
			{
				host: to.hostname,
				port: to.port,
				method: input.method,
				path: url.pathname + url.search,
				headers: {
					...Object.fromEntries(input.headers),
					host: url.host,
					'content-length': body.length,
				},
			},
			res => {
				const chunks: Buffer[] = []
				res.on('data', (chunk: Buffer) => chunks.push(chunk))
				res.on('error', reject)
				res.on('end', () =>
					resolve(
						new Response(chunks.length > 0 ? Buffer.concat(chunks) : null, {
							status: res.statusCode ?? 0,
							headers: Object.entries(res.headers).map(
								([name, value]): [string, string] => [name, String(value)]
							),
						})
					)
				)
			}
		)
		out.on('error', reject)
		out.end(body)
	})
}

const api = createClient<paths>({ baseUrl: server, fetch: toTheEdge })

const list = await api.GET('/events', { params: { query: { per_page: 3, page: 1 } } })
assert.equal(list.response.status, 200)
assert(list.data)
const { data, meta } = list.data
assert.equal(data.length, Math.min(3, meta.total))
assert.equal(meta.per_page, 3)
const first: Event | undefined = data[0]
assert(first)
assert(Number.isSafeInteger(first.id))

const detail = await api.GET('/events/{slug}', { params: { path: { slug: first.slug } } })
assert.equal(detail.response.status, 200)
const event: Event | undefined = detail.data
assert(event)
assert.equal(event.id, first.id)
assert.equal(event.name, first.name)
assert.equal(event.is_closed, false)
const producer: { name: string; slug: string } | null | undefined = event.producer
// @ts-expect-error the field list is closed: there is no price in it
event.price

const unchanged = await api.GET('/events/{slug}', {
	params: {
		path: { slug: first.slug },
		header: { 'If-None-Match': detail.response.headers.get('etag') ?? '' },
	},
})
assert.equal(unchanged.response.status, 304)

const missing = await api.GET('/events/{slug}', { params: { path: { slug: 'no-such-event' } } })
assert.equal(missing.response.status, 404)
assert(missing.error)
assert.equal(missing.error.code, 'event_not_found')

const issued = await api.POST('/agent/identity', { body: { type: 'anonymous' } })
assert.equal(issued.response.status, 201)
assert(issued.data)
assert.equal(issued.data.usage?.grants_access, false)
const known = await api.GET('/events', {
	params: { header: { 'X-Agent-Credential': issued.data.credential } },
})
assert.match(known.response.headers.get('ratelimit-policy') ?? '', /"(credential|network)"/)

const health = await api.GET('/health')
assert.equal(health.data?.status, 'ok')

const by = producer ? ` by ${producer.name}` : ''
console.log(
	`${health.data?.brand}: ${meta.total} events on sale, the first is ${event.slug}${by}`
)
