import type { DirectoryEntry } from '@portal/contract/directory'
import type { Difference } from '../shared/dialogs/both-versions.tsx'
import type { EntryField, EntryTexts } from './directory-queries.ts'
import { directorySentences } from './directory-sentences.ts'

/** The form's values: a string per field, empty if it has no value. */
export type EntryValues = Record<EntryField, string>

export const entryFields = {
  name: 'Name',
  role: 'Role',
  type: 'Type',
  title: 'Title',
  department: 'Department',
  email: 'E-mail',
  phone: 'Phone',
  bio: 'Biography',
} as const satisfies Record<EntryField, string>

const names = Object.keys(entryFields) as EntryField[]

export function valuesOf(entry: DirectoryEntry | undefined): EntryValues {
  const texts = names.map((name) => [name, entry?.[name] ?? ''] as const)
  return Object.fromEntries(texts) as EntryValues
}

/** The specification's rules (section 5), by field. The server decides. */
export function entryProblems({ name, role, type, email }: EntryValues): EntryTexts {
  const given = email.trim()
  return {
    ...(name.trim() === '' && { name: directorySentences.nameRequired }),
    ...(role.trim() === '' && { role: directorySentences.roleRequired }),
    ...(type !== 'board' && type !== 'staff' && { type: directorySentences.typeRequired }),
    ...(given !== '' &&
      !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given) && { email: directorySentences.emailInvalid }),
  }
}

/** Only changed fields are sent, so that two admins don't undo each other's changes; of a new entry, every filled field. */
export function entryChange(base: DirectoryEntry | undefined, values: EntryValues): EntryTexts {
  const before = valuesOf(base)
  const changed = names.filter((name) => values[name].trim() !== before[name])
  return Object.fromEntries(changed.map((name) => [name, values[name].trim()]))
}

/** Keeps typed values, and takes theirs for untouched fields. */
export function rebasedValues(
  base: DirectoryEntry | undefined,
  values: EntryValues,
  theirs: DirectoryEntry,
): EntryValues {
  return { ...valuesOf(theirs), ...entryChange(base, values) }
}

/** The fields in which theirs and yours differ; a field you didn't touch has its original value. */
export function entryDifferences(theirs: DirectoryEntry, values: EntryValues): Difference[] {
  const stored = valuesOf(theirs)
  return names
    .filter((name) => stored[name] !== values[name].trim())
    .map((name) => ({
      field: entryFields[name],
      theirs: stored[name],
      yours: values[name].trim(),
    }))
}
