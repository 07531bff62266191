import { createServer } from 'node:http'

/**
 * The baseline of `bench api`: node:http alone, sending the same bytes and headers as the API,
 * prepared before the first request. It checks no token and matches no route.
 */
const { body, headers, etag } = JSON.parse(process.env['RAW_REPLY']!) as {
  body: string
  headers: Record<string, string>
  etag: string
}
const bytes = Buffer.from(body)
const whole = { ...headers, 'content-length': String(bytes.byteLength) }

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === etag) response.writeHead(304, headers).end()
  else response.writeHead(200, whole).end(bytes)
}).listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ msg: 'ready', port: (server.address() as { port: number }).port }))
})
