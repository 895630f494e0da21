// The official TypeScript clients of MCP against a running edge: that of the
// older revisions, and that of the current one.
//
//	node mcp.mjs ADDRESS HOST
import assert from 'node:assert/strict'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import {
	StreamableHTTPClientTransport as OldTransport,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { startFront } from './front.mjs'

const [edge, host] = process.argv.slice(2)
const front = await startFront(edge, host)

const get = async (path, accept) => {
	const answer = await fetch(front.url + path, { headers: { accept } })
	assert.equal(answer.status, 200, path)
	return answer
}
const card = await (await get('/.well-known/mcp/server-card.json', 'application/json')).json()
const site = card.websiteUrl

// exercise does what an agent would, and compares with the API and the site.
async function exercise(client, version) {
	assert.deepEqual(
		{ name: client.getServerVersion().name, version: client.getServerVersion().version },
		{ name: card.name, version: card.version }
	)
	assert.deepEqual(client.getServerCapabilities(), card.capabilities)
	assert.ok(client.getInstructions())

	const { tools } = await client.listTools()
	assert.deepEqual(tools.map(t => t.name).sort(), ['get_changes', 'get_event', 'search_events'])
	assert.ok(tools.every(t => t.annotations.readOnlyHint && t.inputSchema))

	// The clients hold structured content against the output schema themselves.
	const list = await (
		await get('/api/public/v1/events?per_page=3&page=2', 'application/json')
	).json()
	const found = await client.callTool({
		name: 'search_events',
		arguments: { per_page: 3, page: 2 },
	})
	assert.ok(!found.isError)
	const { query, notes, data, meta } = found.structuredContent
	assert.deepEqual(meta, list.meta)
	// The order is that of the page, which the twin below has, and not that of the API.
	for (const { next_starts_at, ...event } of data) {
		const one = await get('/api/public/v1/events/' + event.slug, 'application/json')
		const e = await one.json()
		assert.deepEqual(event, {
			slug: e.slug,
			name: e.name,
			starts_at: e.starts_at,
			city: e.location?.city ?? null,
		})
	}
	assert.ok(query.url && notes.length === 0, JSON.stringify(query))
	// The text is the list of the page, without the frame around it.
	const page = await (await get('/eventos.md?per_page=3&page=2', 'text/markdown')).text()
	const lines = found.content[0].text.split('\n')
	assert.equal(lines.filter(line => line.startsWith('- [')).length, 3)
	assert.deepEqual(lines.filter(line => !page.split('\n').includes(line)), [])

	const slug = list.data[0].slug
	const one = await client.callTool({ name: 'get_event', arguments: { slug } })
	assert.equal(one.content[0].text, await (await get(`/eventos/${slug}`, 'text/markdown')).text())

	const missing = await client.callTool({
		name: 'get_event',
		arguments: { slug: 'no-such-event' },
	})
	assert.equal(missing.isError, true)
	assert.equal(JSON.parse(missing.content[0].text).code, 'event_not_found')

	const { resourceTemplates } = await client.listResourceTemplates()
	// The address is in the brand's language; the Portuguese one is answered everywhere.
	const { uriTemplate } = resourceTemplates[0]
	assert.match(uriTemplate, /\/(eventos|events|evenements)\/{slug}$/)
	for (const uri of [uriTemplate.replace('{slug}', slug), `${site}/eventos/${slug}`]) {
		const { contents } = await client.readResource({ uri })
		assert.equal(contents[0].mimeType, 'text/markdown')
		assert.equal(contents[0].text, await (await get(`/eventos/${slug}`, 'text/markdown')).text())
	}
	await assert.rejects(
		client.readResource({ uri: `${site}/eventos/no-such-event` }),
		e => e.code === (version === '2025-11-25' ? -32002 : -32602)
	)
	await assert.rejects(client.callTool({ name: 'buy_ticket', arguments: {} }))
	console.log(`mcp ${host}: ${version}: tools, errors and resource`)
}

const old = new OldClient({ name: 'ci', version: '1.0.0' })
await old.connect(new OldTransport(new URL(front.url + '/mcp')))
await exercise(old, old.transport.protocolVersion)
assert.equal(old.transport.protocolVersion, '2025-11-25')
assert.equal(old.transport.sessionId, undefined)
await old.ping()
await old.close()

const current = new Client(
	{ name: 'ci', version: '1.0.0' },
	{ versionNegotiation: { mode: { pin: '2026-07-28' } } }
)
await current.connect(new StreamableHTTPClientTransport(new URL(front.url + '/mcp')))
await exercise(current, '2026-07-28')
await current.close()

await front.close()
