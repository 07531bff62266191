import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorLines } from '@portal/domain/print'
import { moveLine, pointerLines } from './pointer-words.ts'
import type { RemoteStatus } from './remote-status.ts'
import { type ShownRelease, shownRelease } from './status-words.ts'

type StatusPage = { address: string; close: () => Promise<void> }

/**
 * Serves a remote's status to this machine at an address that nobody can guess, until it is closed; each load reads it
 * again.
 */
export async function serveStatus(read: () => Promise<RemoteStatus>): Promise<StatusPage> {
  const path = `/${randomBytes(24).toString('base64url')}`
  let host = ''
  const server = createServer((request, response) => {
    const reply = (status: number, html: string) =>
      response
        .writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8' })
        .end(html)
    // Another site can have its own name lead here.
    if (request.headers.host !== host || request.url !== path || request.method !== 'GET') {
      return reply(404, pageOf('Not found', '<p>Nothing is here.</p>'))
    }
    return read().then(
      (status) => reply(200, statusPage(status)),
      (error: unknown) => {
        const lines = errorLines(error).slice(0, 1).map(escaped)
        reply(502, pageOf('Not read', `<p>The status could not be read: ${lines.join('')}</p>`))
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { address: `http://${host}${path}`, close }
}

export function statusPage(status: RemoteStatus): string {
  const { remote, portal, pointer, verdicts, moves, releases } = status
  const parts = [
    `<p>${escaped(portal)}. Reload the page to read it again.</p>`,
    `<pre>${escaped(pointerLines(pointer, verdicts).join('\n'))}</pre>`,
    ...releases.map((release) => releasePart(shownRelease(release, status))),
    '<h2>Last changes</h2>',
    `<pre>${escaped(moves.map(moveLine).join('\n'))}</pre>`,
  ]
  return pageOf(`Releases of ${remote}`, parts.join('\n'))
}

function releasePart({ title, sentences, lists }: ShownRelease): string {
  return [
    `<section><h2>${escaped(title)}</h2>`,
    ...sentences.map((sentence) => `<p>${escaped(sentence)}</p>`),
    ...lists.map(
      (list) => `<h3>${escaped(list.title)}</h3>
<ul>${list.errors.map(errorPart).join('')}</ul>${list.more === undefined ? '' : `<p>${escaped(list.more)}</p>`}`,
    ),
    '</section>',
  ].join('\n')
}

function errorPart({ message, numbers, places }: ShownRelease['lists'][number]['errors'][number]) {
  const stack =
    places.length === 0
      ? ''
      : `<details><summary>Where</summary><pre>${escaped(places.join('\n'))}</pre></details>`
  return `<li><strong>${escaped(message)}</strong><br>${escaped(numbers)}${stack}</li>`
}

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1rem}
pre{overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
li{margin-block:1rem;overflow-wrap:anywhere}
summary{padding-block:.6rem;cursor:pointer}
section{border-block-start:1px solid;margin-block-start:2rem}`

const styleHash = createHash('sha256').update(style).digest('base64')

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function pageOf(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>
${content}
</main></body></html>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
