import { createHash } from 'node:crypto'
import type { Endpoint } from '@portal/contract/endpoint'
import type { Context } from 'hono'
import { acceptsBrotli, brotliSync, isUnchanged } from '../../platform/http/conditional.ts'
import type { ServePlain } from '../../platform/http/plain-route.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../refusal.ts'
import { openApiText } from './openapi.ts'
import {
  readReferenceScript,
  referencePage,
  referencePolicy,
  type ReferenceScript,
} from './reference-page.ts'

/**
 * The API's description, and a page that shows it. Both are public, since they contain nothing that isn't in the
 * source: an integrator has no account, and a code generator sends no token.
 */
export function createReference(endpoints: readonly Endpoint[]) {
  const openapi = openApiText(endpoints)
  return {
    openapi,
    routes(_serve: Serve, plain: ServePlain) {
      let described: Sent | undefined
      plain(['GET'], '/api/openapi.json', (c) => {
        described ??= sentAs('application/json', openapi())
        return send(c, described)
      })

      // Read on first use, since most portals never serve the page.
      let script: Promise<ReferenceScript> | undefined
      const readScript = () => {
        script ??= readReferenceScript()
        script.catch(() => (script = undefined))
        return script
      }
      plain(['GET'], '/api/docs', async (c) => {
        const { path } = await readScript()
        const page = sentAs('text/html; charset=utf-8', referencePage(path))
        return send(c, page, { 'content-security-policy': referencePolicy })
      })
      plain(['GET'], '/api/docs/:file', async (c) => {
        const { path, bytes, compressed } = await readScript()
        if (c.req.path !== path) throw new Refusal('notFound', 'File not found')
        const sent = {
          type: 'text/javascript; charset=utf-8',
          body: bytes,
          compressed,
          etag: tagOf(bytes),
        }
        return send(c, sent, { 'cache-control': 'public, max-age=31536000, immutable' })
      })
    },
  }
}

type Sent = { type: string; body: Uint8Array<ArrayBuffer>; compressed: Buffer; etag: string }

function sentAs(type: string, text: string): Sent {
  const body = new Uint8Array(Buffer.from(text))
  return { type, body, compressed: brotliSync(body), etag: tagOf(body) }
}

function tagOf(body: Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
}

function send(c: Context, { type, body, compressed, etag }: Sent, own = {}): Response {
  const headers: Record<string, string> = {
    'content-type': type,
    'cache-control': 'public, no-cache',
    vary: 'Accept-Encoding',
    etag,
    ...own,
  }
  if (isUnchanged(c.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  if (!acceptsBrotli(c.req.header('accept-encoding'))) return new Response(body, { headers })
  return new Response(new Uint8Array(compressed), {
    headers: { ...headers, 'content-encoding': 'br' },
  })
}
