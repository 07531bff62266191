import type { DirectoryEntry } from '@portal/contract/directory'
import {
  directoryFieldNames,
  type DirectoryFieldName,
  directoryFields,
  directoryProblems,
} from '@portal/domain/directory-fields'
import { useState } from 'react'
import type { Difference } from '../shared/dialogs/both-versions.tsx'
import type { EntryTexts, EntrySave } from './directory-queries.ts'
import { useImageDraft } from '../shared/images/use-image-draft.ts'

/** The form's values: a string per field, empty if it has no value. */
export type EntryValues = Record<DirectoryFieldName, string>

export function valuesOf(entry: DirectoryEntry | undefined): EntryValues {
  const texts = directoryFieldNames.map((name) => [name, entry?.[name] ?? ''] as const)
  return Object.fromEntries(texts) as EntryValues
}

/** Only changed fields are sent, so that two admins don't undo each other's changes; of a new entry, every filled field. */
export function entryChange(base: DirectoryEntry | undefined, values: EntryValues): EntryTexts {
  const before = valuesOf(base)
  const changed = directoryFieldNames.filter((name) => values[name].trim() !== before[name].trim())
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
    .filter((name) => stored[name].trim() !== values[name].trim())
    .map((name) => ({
      field: directoryFields[name].label,
      theirs: stored[name],
      yours: values[name].trim(),
    }))
}

export type EntryForm = ReturnType<typeof useEntryForm>

/** In MB (the ruling on photos). */
const mostPhoto = 5

/** The state of an entry's form. It doesn't change when the stored entry does. */
export function useEntryForm(entry: DirectoryEntry | undefined) {
  // The save is based on the entry that the form was opened with, even if the stored one has changed since.
  const [base, setBase] = useState(entry)
  const [newId, setNewId] = useState(() => crypto.randomUUID())
  const [values, setValues] = useState(() => valuesOf(entry))
  const [problems, setProblems] = useState<EntryTexts>({})
  const photo = useImageDraft(mostPhoto)

  return {
    base,
    values,
    problems,
    setProblems,
    photo,
    unsaved: photo.changed || Object.keys(entryChange(base, values)).length > 0,
    set: (name: DirectoryFieldName) => (text: string) => {
      setValues((all) => ({ ...all, [name]: text }))
      setProblems(({ [name]: _mended, ...rest }) => rest)
    },
    /** The change to be saved, or undefined if a rule is broken, which is then shown. */
    submit: (): EntrySave | undefined => {
      const broken = directoryProblems(values)
      setProblems(broken)
      if (Object.keys(broken).length > 0) return undefined
      return {
        base,
        newId,
        texts: entryChange(base, values),
        photo: photo.choice.kind === 'picked' ? photo.choice.file : undefined,
        removePhoto: photo.choice.kind === 'removed',
      }
    },
    goOnOver: (theirs: DirectoryEntry) => {
      setValues((mine: EntryValues) => rebasedValues(base, mine, theirs))
      setBase(theirs)
    },
    /** Saves the typed values as a new entry, because the stored one is gone. */
    startAnew: () => {
      setBase(undefined)
      setNewId(crypto.randomUUID())
    },
  }
}
