// What the browser checks share: the browser, the addresses of the brands, how failures are told.
import { createServer } from 'node:https'
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const { SITE_PORT, TLS_KEY, TLS_CERT, CHROMIUM } = process.env

/** milliseconds that a page may take on a machine that has other things to do */
export const patience = 120_000

/** address of a path of a brand on the edge under test */
export const at = (brand, path) => `http://${brand}.localhost:${SITE_PORT}${path}`

const picture = (
	width,
	height
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#274"/><circle cx="50%" cy="50%" r="25%" fill="#e44"/></svg>`

/**
 * Starts a browser that reaches the edge and nothing else: every other host is a server here that
 * answers with a picture, so that images of events load without a network.
 */
export async function open(...more) {
	const elsewhere = createServer(
		{ key: readFileSync(TLS_KEY), cert: readFileSync(TLS_CERT) },
		(request, response) => {
			const [width, height] = /retrato/.test(request.url) ? [1200, 1697] : [1600, 900]
			response.writeHead(200, {
				'content-type': 'image/svg+xml',
				'cache-control': 'max-age=3600',
			})
			response.end(picture(width, height))
		}
	)
	await new Promise(ready => elsewhere.listen(0, '127.0.0.1', ready))
	const browser = await chromium.launch({
		executablePath: CHROMIUM,
		// A page of elsewhere may load what lies on this machine, as it would on the internet.
		args: [
			'--disable-features=LocalNetworkAccessChecks',
			'--no-sandbox',
			'--disable-gpu',
			'--ignore-certificate-errors',
			`--host-resolver-rules=MAP * 127.0.0.1:${elsewhere.address().port}, ` +
				'EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
			...more,
		],
	})
	return {
		browser,
		close: async () => {
			await browser.close()
			elsewhere.close()
		},
	}
}

let failures = 0
/** counts and prints one failure */
export function fail(where, what) {
	failures++
	console.log(`  FAIL  ${where}: ${what}`)
}

/** prints the result of a check and ends the process: 1 when anything failed */
export function done(what) {
	console.log(failures ? `  ${failures} failures` : `  ok    ${what}`)
	process.exit(failures ? 1 : 0)
}
