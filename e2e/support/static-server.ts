import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** Serves a folder of built files. */
export async function serveFolder(folder: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    const file = path.join(folder, pathname === '/' ? 'index.html' : path.normalize(pathname))
    if (!existsSync(file)) return response.writeHead(404).end()
    const type = types[path.extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type })
    return createReadStream(file).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}
