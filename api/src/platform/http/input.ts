import { lengthMessage } from '@portal/contract/texts'
import { fieldName } from '@portal/domain/audit-differences'
import { hiddenCharacters } from '@portal/domain/shown-text'
import * as z from 'zod/mini'
import type { Context } from 'hono'
import { Refusal } from '../../refusal.ts'
import '../zod-language.ts'
import { limitedBody } from './body.ts'
import type { AppEnv } from './request-context.ts'

/**
 * Parses a part of a request (`query`, `body`) with its schema; refuses invalid input, with what is wrong and where. A
 * number in an address has one spelling, so that each address has no aliases.
 */
export function valid(schema: z.core.$ZodType, value: unknown, part: string): unknown {
  const parsed = z.safeParse(schema, value)
  const issues = parsed.success ? otherSpellings(value, parsed.data) : parsed.error.issues
  if (parsed.success && issues.length === 0) return parsed.data
  const fields = issues.map((issue) => ({
    path: [part, ...issue.path].join('.'),
    message: tooLong(issue) ?? issue.message,
  }))
  if (part === 'params') {
    throw new Refusal('notFound', 'There is nothing at this address.', { fields })
  }
  const { path, message } = fields[0]!
  const isTyped = tooLong(issues[0]!) !== undefined || message === hiddenCharacters
  const name = isTyped ? namedField(issues[0]!) : path
  throw new Refusal('badRequest', `${name}: ${message}`, { fields })
}

/** Numbers that were sent as text and aren't written as we write them: `02027`, `2e3`, ` 1`. */
function otherSpellings(sent: unknown, parsed: unknown): z.core.$ZodIssue[] {
  const texts = sent as Record<string, unknown>
  return Object.entries(parsed ?? {}).flatMap(([name, value]): z.core.$ZodIssue[] => {
    const text = texts[name]
    if (typeof value !== 'number' || typeof text !== 'string' || text === String(value)) return []
    return [{ code: 'custom', path: [name], message: `Write it as ${value}`, input: text }]
  })
}

/** People type long texts, so they read the limit in words; other invalid input is the fault of a program. */
function tooLong(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'too_big' || issue.origin !== 'string') return undefined
  return lengthMessage(Number(issue.maximum))
}

function namedField({ path }: z.core.$ZodIssue): string {
  return fieldName(path.findLast((part) => typeof part === 'string') ?? 'text')
}

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
  const form = await parsedForm(bytes, type)
  const fields: Record<string, string | File> = Object.create(null)
  for (const [name, value] of form) {
    if (name in fields) throw new Refusal('badRequest', 'A field of the form was sent twice.')
    fields[name] = value
  }
  return fields
}

async function parsedForm(bytes: Uint8Array, type: string): Promise<FormData> {
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

/** The revision a save is based on: `If-Match: "3"`, or `If-None-Match: *` for a new document. */
export function statedRevision(c: Context): number | 'new' {
  const match = c.req.header('if-match')
  if (match !== undefined) {
    const number = /^(?:W\/)?"?(\d{1,15})"?$/.exec(match.trim())?.[1]
    if (number === undefined) {
      throw new Refusal('badRequest', 'If-Match must be a revision, such as "3".')
    }
    return Number(number)
  }
  if (c.req.header('if-none-match')?.trim() === '*') return 'new'
  throw new Refusal(
    'revisionRequired',
    'A save must name the revision it is based on: If-Match: "3", or If-None-Match: * for a new document.',
  )
}
