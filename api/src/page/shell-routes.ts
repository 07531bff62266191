import type { Context } from 'hono'
import { acceptsBrotli, isUnchanged } from '../http/conditional.ts'
import { scriptPolicy } from '../http/headers.ts'
import type { ServePlain } from '../http/plain-route.ts'
import { Refusal } from '../refusal.ts'
import type { Branding } from './branding/branding.ts'
import type { ShellFile, ShellFiles } from './shell-files.ts'

/** Serves the shell's hashed files, cacheable for a year; an unknown one is a 404, never the page. */
export function shellRoutes(plain: ServePlain, shell: ShellFiles): void {
  plain(['GET'], '/assets/*', (c) => {
    const file = shell.file(c.req.path)
    if (!file) throw new Refusal('notFound', 'File not found')
    return sendShellFile(c, file, 'public, max-age=31536000, immutable')
  })
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
