// Prints what the Nu HTML checker says of the pages that look.mjs kept; none of it may be there.
// The attributes of WebMCP are a draft of the W3C (Web Machine Learning group), which it does not
// know.
import { readFileSync } from 'node:fs'
import { fail, done } from './browser.mjs'

const draft = new RegExp(
	'^Attribute “tool(name|description|title|autosubmit)” not allowed on element “form”|' +
		'^Attribute “toolparamdescription” not allowed on element “(input|select)”'
)
const { messages } = JSON.parse(readFileSync(process.argv[2]))
for (const m of messages) {
	if (draft.test(m.message)) continue
	fail(
		m.url.replace(/.*\//, ''),
		`${m.type} in line ${m.lastLine}: ${m.message} ${m.extract ?? ''}`
	)
}
done('Nu HTML checker has nothing to say')
