import type { DirectoryEntry } from '@portal/contract/directory'
import { type DirectoryFieldName, directoryProblems } from '@portal/domain/directory-fields'
import { useState } from 'react'
import { useImageDraft } from '../shared/images/use-image-draft.ts'
import type { EntrySave, EntryTexts } from './directory-queries.ts'
import { entryChange, type EntryValues, rebasedValues, valuesOf } from './entry-form.ts'

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
