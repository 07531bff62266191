import type { Problem } from '@portal/contract/problem'
import { Refusal } from '../refusal.ts'

type Body = Record<string, unknown>

const texts = ['name', 'role', 'type', 'title', 'department', 'email', 'phone', 'bio'] as const

/** What was sent, with the photo's address in place of the photo; an empty address removes it. */
export type EntryChange = { [K in (typeof texts)[number]]?: string | undefined } & {
  photoUrl?: string | undefined
}

/** The entry after the change: what is sent is trimmed, what is empty is gone, what isn't known here stays. */
export function applyChange(before: Body | undefined, change: EntryChange): Body {
  const next = withoutNulls(before ?? {})
  for (const name of [...texts, 'photoUrl'] as const) {
    const value = change[name]?.trim()
    if (value === '') delete next[name]
    else if (value !== undefined) next[name] = value
  }
  return next
}

/** Older versions kept `null` for what nobody had filled in. */
export function withoutNulls(stored: Body): Body {
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null))
}

/** Refuses an entry that breaks a rule, with every sentence of the specification's section 5 that holds. */
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
