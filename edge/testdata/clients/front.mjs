// A front for clients that can only be given an address: it forwards to a
// running edge under the host of a brand, as the name *.localhost leads nowhere
// on some machines.
import http from 'node:http'

// startFront listens on a free port and returns its address and how to end it.
export async function startFront(edge, host) {
	const [hostname, port] = edge.split(':')
	const server = http.createServer((request, response) => {
		const onward = http.request(
			{
				hostname,
				port,
				method: request.method,
				path: request.url,
				headers: { ...request.headers, host },
			},
			answer => {
				response.writeHead(answer.statusCode, answer.headers)
				answer.pipe(response)
			}
		)
		onward.on('error', () => response.destroy())
		request.pipe(onward)
	})
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		close: () => {
			server.closeAllConnections()
			return new Promise(resolve => server.close(resolve))
		},
	}
}
