import type { Problem } from '@portal/contract/problem'
import { Refusal } from '../../refusal.ts'

type Body = Record<string, unknown>

const texts = ['name', 'role', 'type', 'title', 'department', 'email', 'phone', 'bio'] as const

/** The submitted fields, with the photo's address in place of the photo; an empty address removes it. */
export type EntryChange = { [K in (typeof texts)[number]]?: string | undefined } & {
  photoUrl?: string | undefined
}

/** Applies a change: values are trimmed, empty ones are removed, and unknown stored fields are kept. */
export function applyEntryChange(before: Body | undefined, change: EntryChange): Body {
  const next = withoutNulls(before ?? {})
  for (const name of [...texts, 'photoUrl'] as const) {
    const value = change[name]?.trim()
    if (value === '') delete next[name]
    else if (value !== undefined) next[name] = value
  }
  return next
}

/** Earlier versions stored `null` for empty fields. */
export function withoutNulls(stored: Body): Body {
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null))
}

/** Refuses an invalid entry, with the message of every rule in section 5 of the specification that it breaks. */
export function refuseInvalid({ name, role, type, email }: Body): void {
  const fields: NonNullable<Problem['fields']> = []
  const rule = (path: string, isKept: boolean, message: string) => {
    if (!isKept) fields.push({ path: `form.${path}`, message })
  }
  rule('name', isText(name), 'Name is required')
  rule('role', isText(role), 'Role is required')
  rule('type', type === 'board' || type === 'staff', 'Valid type (board or staff) is required')
  const isEmail = typeof email === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
  rule('email', email === undefined || isEmail, 'Valid email address is required')
  if (fields.length === 0) return
  throw new Refusal('invalid', fields.map(({ message }) => message).join(', '), { fields })
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}
