// The official JavaScript clients of A2A, versions 1.0 and 0.3, against a running edge.
//
//	node a2a.mjs ADDRESS HOST REQUEST CITY
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
	ClientFactory,
	DefaultAgentCardResolver,
	JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'
import { A2AClient } from 'a2a-sdk-0.3/client'
import { startFront } from './front.mjs'

const [edge, host, text, city] = process.argv.slice(2)
const front = await startFront(edge, host)

// The card names the address of the brand, which leads to the front here.
const fetchImpl = (input, init) => {
	const url = new URL(input instanceof Request ? input.url : input)
	return fetch(front.url + url.pathname + url.search, init)
}

const card = await new DefaultAgentCardResolver({ fetchImpl }).resolve(front.url)
assert.equal(card.supportedInterfaces.length, 1)
assert.equal(card.supportedInterfaces[0].protocolBinding, 'JSONRPC')
assert.equal(card.supportedInterfaces[0].protocolVersion, '1.0')
assert.equal(card.capabilities.streaming, false)

const factory = new ClientFactory({ transports: [new JsonRpcTransportFactory({ fetchImpl })] })
const client = await factory.createFromAgentCard(card)
const message = {
	messageId: randomUUID(),
	contextId: '',
	taskId: '',
	role: 1,
	parts: [{ content: { $case: 'text', value: text }, filename: '', mediaType: '' }],
	extensions: [],
	referenceTaskIds: [],
}
const answer = await client.sendMessage({
	tenant: '',
	message,
	configuration: undefined,
	metadata: {},
})

assert.ok(answer.messageId && answer.contextId, 'the answer is a message')
assert.equal(answer.parts.length, 2)
const [words, data] = answer.parts
assert.equal(words.mediaType, 'text/markdown')
assert.equal(words.content.$case, 'text')
assert.match(words.content.value, /^> .*\n/)
assert.equal(data.mediaType, 'application/json')
assert.equal(data.content.$case, 'data')
const { query, data: events, meta } = data.content.value
assert.equal(query.city, city)
assert.ok(meta.total >= 1 && events.every(e => e.city === city), JSON.stringify(meta))

// The same list at the address that the answer names.
const at = new URL(query.url)
const response = await fetch(front.url + at.pathname + at.search)
assert.equal(response.status, 200)
const page = await response.text()
assert.ok(
	events.every(e => page.includes(`/${e.slug}`)),
	query.url
)

// The client of version 0.3 reads the same card, and gets the same answer.
const old = await new A2AClient(card, { fetchImpl }).sendMessage({
	message: {
		kind: 'message',
		messageId: randomUUID(),
		role: 'user',
		parts: [{ kind: 'text', text }],
	},
})
assert.equal(old.result.kind, 'message')
assert.equal(old.result.parts[0].text, words.content.value)
assert.deepEqual(old.result.parts[1].data, data.content.value)

// What the agent does not do is an error of the protocol, and so of the client.
await assert.rejects(
	client.getTask({ tenant: '', id: 'none' }),
	e => /TaskNotFound/.test(e.name + e.constructor.name + e.message) || e.code === -32001
)
const tasks = await client.listTasks({ tenant: '', contextId: '', status: 0, pageToken: '' })
assert.equal(tasks.totalSize, 0)
console.log(`a2a ${host}: “${text}”: ${meta.total} events in ${query.city}`)

await front.close()
