// The command line of the MCP inspector against a running edge.
//
//	node inspector.mjs ADDRESS HOST
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { startFront } from './front.mjs'

const [edge, host] = process.argv.slice(2)
const front = await startFront(edge, host)

// inspect runs the inspector and returns what it prints, which must be JSON.
async function inspect(...args) {
	const child = spawn(
		'node_modules/.bin/mcp-inspector',
		['--cli', front.url + '/mcp', '--transport', 'http', ...args],
		{ stdio: ['ignore', 'pipe', 'pipe'] }
	)
	let out = ''
	let complaints = ''
	child.stdout.on('data', chunk => (out += chunk))
	child.stderr.on('data', chunk => (complaints += chunk))
	const code = await new Promise(resolve => child.on('close', resolve))
	assert.equal(code, 0, `mcp-inspector ${args.join(' ')} ended with ${code}: ${out}${complaints}`)
	assert.doesNotMatch(complaints, /Warning|Error/, complaints)
	return JSON.parse(out)
}

// Not --strict: it warns of a type that is a list, as of what may be null here.
const { tools } = await inspect('--method', 'tools/list')
assert.deepEqual(tools.map(t => t.name).sort(), ['get_changes', 'get_event', 'search_events'])
const found = await inspect(
	'--method',
	'tools/call',
	'--tool-name',
	'search_events',
	'--tool-arg',
	'per_page=1'
)
assert.equal(found.structuredContent.data.length, 1)
const { resourceTemplates } = await inspect('--method', 'resources/templates/list')
assert.equal(resourceTemplates.length, 1)
console.log(`inspector ${host}: tools/list, tools/call, resources/templates/list`)

await front.close()
