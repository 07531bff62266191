import { createHash } from 'node:crypto'
import { contractVersion } from '@portal/contract/releases'
import { type ShellManifest, shellManifestPath } from '@portal/contract/shell-manifest'
import type { Context } from 'hono'
import { acceptsBrotli, brotliSync, isUnchanged } from '../../platform/http/conditional.ts'
import { scriptPolicy } from '../../platform/http/headers.ts'
import type { ServePlain } from '../../platform/http/plain-route.ts'
import { integrityOf } from '../../platform/files/bytes.ts'
import { Refusal } from '../../refusal.ts'
import type { Branding } from './branding/make-branding.ts'
import type { ShellFile, ShellFiles } from './shell-files.ts'

type Description = { openapi: () => string }

/**
 * Serves the shell's hashed files, cacheable for a year; an unknown one is a 404, never the page.
 * With `/shell.json`, which describes the shell for those who check releases: public, as the files
 * are.
 */
export function shellRoutes(plain: ServePlain, shell: ShellFiles, { openapi }: Description): void {
  let manifest: ShellFile | undefined
  plain(['GET'], shellManifestPath, (c) => {
    const { content } = shell
    if (!content) throw new Refusal('notFound', 'This shell comes from a development server.')
    manifest ??= jsonFile({
      ...content,
      contractVersion,
      openapi: integrityOf(Buffer.from(openapi())),
    })
    return sendShellFile(c, manifest, 'public, no-cache')
  })
  plain(['GET'], '/assets/*', (c) => {
    const file = shell.file(c.req.path)
    if (!file) throw new Refusal('notFound', 'File not found')
    return sendShellFile(c, file, 'public, max-age=31536000, immutable')
  })
}

function jsonFile(manifest: ShellManifest): ShellFile {
  const bytes = new Uint8Array(Buffer.from(JSON.stringify(manifest)))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  return { bytes, compressed: brotliSync(bytes), etag, type: 'application/json' }
}

/** Serves the foundation's logo, picture and accent to everyone: the sign-in page needs them. */
export function brandingRoutes(plain: ServePlain, branding: Branding): void {
  plain(['GET'], '/branding/*', (c) => {
    const file = branding.files.get(c.req.path)
    if (!file) throw new Refusal('notFound', 'File not found')
    return sendShellFile(c, file, 'public, max-age=31536000, immutable')
  })
}

export function sendShellFile(c: Context, file: ShellFile, cacheControl: string): Response {
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': cacheControl,
    etag: file.etag,
    vary: 'Accept-Encoding',
    ...(file.type.startsWith('text/javascript') ? { 'content-security-policy': scriptPolicy } : {}),
  }
  if (isUnchanged(c.req.header('if-none-match'), file.etag)) {
    return new Response(null, { status: 304, headers })
  }
  if (!file.compressed || !acceptsBrotli(c.req.header('accept-encoding'))) {
    return new Response(file.bytes, { headers })
  }
  headers['content-encoding'] = 'br'
  return new Response(file.compressed, { headers })
}
