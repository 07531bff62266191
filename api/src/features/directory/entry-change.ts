import {
  type DirectoryFieldName,
  directoryFieldNames,
  directoryProblems,
} from '@portal/domain/directory-fields'
import { Refusal } from '../../refusal.ts'

type Body = Record<string, unknown>

/** The submitted fields, with the photo's address in place of the photo; an empty address removes it. */
export type EntryChange = { [K in DirectoryFieldName | 'photoUrl']?: string | undefined }

/** Applies a change: values are trimmed, empty ones are removed, and unknown stored fields are kept. */
export function applyEntryChange(before: Body | undefined, change: EntryChange): Body {
  const next = withoutNulls(before ?? {})
  for (const name of [...directoryFieldNames, 'photoUrl'] as const) {
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

/** Refuses an invalid entry, with the message of every rule that it breaks. */
export function refuseInvalid(entry: Body): void {
  const fields = Object.entries(directoryProblems(entry)).map(([name, message]) => ({
    path: `form.${name}`,
    message,
  }))
  if (fields.length === 0) return
  throw new Refusal('invalid', fields.map(({ message }) => message).join(', '), { fields })
}
