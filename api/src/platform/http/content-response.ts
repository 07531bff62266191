import { create, type CreateOptions } from 'content-disposition'
import { framedPolicy } from './headers.ts'
import { isUnchanged } from './conditional.ts'
import { problemOf } from './problems.ts'
import { Refusal } from '../../refusal.ts'
import { byteRange, type ByteRange, rangeApplies } from '../files/byte-range.ts'
import type { DocumentContent, ReadContent } from '../files/document-content.ts'

/** Responds to GET and HEAD for a document's bytes: in full, with one range, or with 304 if the client has them. */
export async function contentResponse(
  content: DocumentContent,
  read: ReadContent,
  request: Request,
  requestId: string,
): Promise<Response> {
  const { etag, lastModified, size } = content
  const headers = headersOf(content)
  const header = (name: string) => request.headers.get(name) ?? undefined

  if (notModified(header('if-none-match'), header('if-modified-since'), etag, lastModified)) {
    return new Response(null, { status: 304, headers })
  }
  const wanted = rangeApplies(header('if-range'), etag, lastModified)
    ? byteRange(header('range'), size)
    : 'whole'
  if (wanted === 'unsatisfiable') return unsatisfiable(size, requestId)

  headers.set('content-type', content.type)
  const { start, end }: ByteRange = wanted === 'whole' ? { start: 0, end: size - 1 } : wanted
  headers.set('content-length', String(end - start + 1))
  if (wanted !== 'whole') headers.set('content-range', `bytes ${start}-${end}/${size}`)
  const status = wanted === 'whole' ? 200 : 206
  // Hono routes HEAD to GET: don't open a file that isn't read.
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const bytes = await read(content, wanted === 'whole' ? undefined : wanted)
  if (!bytes) throw missing(content)
  return new Response(bytes, { status, headers })
}

/** The headers of every response with a document's bytes. */
export function headersOf({ etag, lastModified, inline, name, type }: DocumentContent): Headers {
  return new Headers({
    // The browser's own viewer prints a PDF in a frame of the portal.
    ...(inline && type === 'application/pdf' ? { 'content-security-policy': framedPolicy } : {}),
    etag,
    'last-modified': lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition(name, { type: inline ? 'inline' : 'attachment' }),
    'x-content-type-options': 'nosniff',
  })
}

export function missing({ name }: DocumentContent): Refusal {
  return new Refusal('notFound', `The file of “${name}” is missing.`)
}

/** If-None-Match takes precedence over If-Modified-Since (RFC 9110, 13.2.2). */
function notModified(
  ifNoneMatch: string | undefined,
  ifModifiedSince: string | undefined,
  etag: string,
  modified: Date,
): boolean {
  if (ifNoneMatch !== undefined) return isUnchanged(ifNoneMatch, etag)
  if (ifModifiedSince === undefined) return false
  return Math.floor(modified.getTime() / 1000) * 1000 <= Date.parse(ifModifiedSince)
}

function unsatisfiable(size: number, requestId: string): Response {
  const message = `The document has ${size} bytes; the requested range is outside of them.`
  const problem = problemOf(new Refusal('rangeNotSatisfiable', message), requestId)
  return new Response(JSON.stringify(problem), {
    status: 416,
    headers: {
      'content-type': 'application/problem+json',
      'content-range': `bytes */${size}`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
    },
  })
}

/** A header with a file's name. Half of a surrogate pair can't be in one: titles are cut off within emoji. */
export function contentDisposition(name: string, options?: CreateOptions): string {
  return create(name.toWellFormed(), options)
}

/** Whether a request begins a download; later parts of it are requested as ranges. */
export function isDownloadStart({ method, headers }: Request): boolean {
  return method === 'GET' && /^(bytes=0-|$)/.test(headers.get('range') ?? '')
}
