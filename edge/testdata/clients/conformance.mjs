// The conformance suite of MCP against a running edge: the scenarios that ask for no fixture.
//
//	node conformance.mjs ADDRESS HOST
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { startFront } from './front.mjs'

const [edge, host] = process.argv.slice(2)
const front = await startFront(edge, host)

const scenarios = {
	'2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list'],
	'2026-07-28': [
		'tools-list',
		'resources-list',
		'sep-2164-resource-not-found',
		'http-header-validation',
		'sep-2640-skills-enumeration',
		'sep-2640-skills-manifest',
	],
}
for (const [version, names] of Object.entries(scenarios)) {
	for (const name of names) {
		// Extensions belong to no version.
		const options = name.startsWith('sep-2640') ? [] : ['--spec-version', version]
		const child = spawn(
			'node_modules/.bin/conformance',
			['server', '--url', front.url + '/mcp', '--scenario', name, ...options],
			{ stdio: ['ignore', 'pipe', 'pipe'] }
		)
		let out = ''
		child.stdout.on('data', chunk => (out += chunk))
		child.stderr.on('data', chunk => (out += chunk))
		const code = await new Promise(resolve => child.on('close', resolve))
		assert.equal(code, 0, `${name} in ${version}: ${out}`)
		assert.match(out, /, 0 failed, 0 warnings/, out)
	}
}
console.log(`conformance ${host}: ${Object.values(scenarios).flat().length} scenarios`)

await front.close()
