import type { Context } from 'hono'
import { Refusal } from '../../refusal.ts'
import { limitedBody } from './body.ts'
import type { AppEnv } from './request-context.ts'

/** Far more than any form here has, and few enough to be read at once. */
const mostParts = 100

/**
 * The request's multipart form, parsed when all of it has arrived within the limit. Refuses another
 * type (415), too many bytes (413), invalid forms and duplicate fields (400).
 */
export async function formBody(
  c: Context<AppEnv>,
  limit: number,
): Promise<Record<string, string | File>> {
  const type = c.req.header('content-type') ?? ''
  const boundary = /^multipart\/form-data\s*;.*\bboundary="?([^";]{1,70})"?/i.exec(type)?.[1]
  if (boundary === undefined) {
    throw new Refusal(
      'unsupportedType',
      'This address accepts a form: Content-Type: multipart/form-data.',
    )
  }
  const bytes = await limitedBody(c, limit)
  if (countOf(bytes, `--${boundary}`) > mostParts + 1) throw unreadable()
  const form = await parsed(bytes, type)
  const fields: Record<string, string | File> = Object.create(null)
  for (const [name, value] of form) {
    if (name in fields) throw new Refusal('badRequest', 'A field of the form was sent twice.')
    fields[name] = value
  }
  return fields
}

async function parsed(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    const headers = { 'content-type': type }
    return await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData()
  } catch (cause) {
    throw unreadable(cause)
  }
}

function countOf(bytes: Uint8Array, text: string): number {
  const searched = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = searched.indexOf(text); at !== -1; at = searched.indexOf(text, at + text.length)) {
    count += 1
  }
  return count
}

function unreadable(cause?: unknown): Refusal {
  return new Refusal('badRequest', 'The request’s body is not a readable form.', { cause })
}
