import type { DirectoryEntry } from '@portal/contract/directory'
import {
  directoryFieldNames,
  type DirectoryFieldName,
  directoryFields,
} from '@portal/domain/directory-fields'
import type { Difference } from '../shared/dialogs/both-versions.tsx'
import type { EntryTexts } from './directory-queries.ts'

/** The form's values: a string per field, empty if it has no value. */
export type EntryValues = Record<DirectoryFieldName, string>

export function valuesOf(entry: DirectoryEntry | undefined): EntryValues {
  const texts = directoryFieldNames.map((name) => [name, entry?.[name] ?? ''] as const)
  return Object.fromEntries(texts) as EntryValues
}

/** Only changed fields are sent, so that two admins don't undo each other's changes; of a new entry, every filled field. */
export function entryChange(base: DirectoryEntry | undefined, values: EntryValues): EntryTexts {
  const before = valuesOf(base)
  const changed = directoryFieldNames.filter((name) => values[name].trim() !== before[name])
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

/** The fields that differ between both versions; a field you didn't touch has its original value. */
export function entryDifferences(theirs: DirectoryEntry, values: EntryValues): Difference[] {
  const stored = valuesOf(theirs)
  return directoryFieldNames
    .filter((name) => stored[name] !== values[name].trim())
    .map((name) => ({
      field: directoryFields[name].label,
      theirs: stored[name],
      yours: values[name].trim(),
    }))
}
