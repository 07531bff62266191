import type { Context } from 'hono'
import { Refusal } from '../../refusal.ts'

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
