import { type Call, isApiError } from '@portal/contract/client'
import {
  createDirectoryEntry,
  deleteDirectoryEntry,
  type DirectoryEntry,
  directoryEntry,
  getDirectoryEntry,
  saveDirectoryEntry,
} from '@portal/contract/directory'
import { directoryCopy } from '@portal/remote-kit/directory-copy'
import { usePortal } from '@portal/remote-kit/portal'
import { directoryKey, directoryQuery } from '@portal/remote-kit/queries/directory'
import { invalidateShared, setShared } from '@portal/remote-kit/queries/shared-key'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'
import { isOutrun, errorMessage } from '../shared/error-message.ts'

/** Board and staff. Data about to be edited is always refetched. */
export function editedDirectoryQuery(call: Call) {
  return queryOptions({ ...directoryQuery(call), refetchOnMount: 'always' })
}

/** The texts of an entry; an empty one clears the field, an absent one leaves it as it is. */
export type EntryTexts = Partial<Record<EntryField, string>>
export type EntryField =
  | 'name'
  | 'role'
  | 'type'
  | 'title'
  | 'department'
  | 'email'
  | 'phone'
  | 'bio'

export type EntrySave = {
  /** The entry the change was made from; undefined for a new one. */
  base: DirectoryEntry | undefined
  /** Of the caller's own making, so that a new entry can be sent again after a lost answer. */
  newId: string
  texts: EntryTexts
  photo: File | undefined
  removePhoto: boolean
}

export function useSaveEntry() {
  const { call } = usePortal()
  const client = useQueryClient()
  const keep = useKeepEntry()
  const askAnew = useAskAnew()
  return useMutation({
    mutationFn: ({ base, newId, texts, photo, removePhoto }: EntrySave) => {
      const form = { ...texts, ...(photo && { photo }) }
      if (!base) return call(createDirectoryEntry, { form: { ...form, id: newId } })
      return call(saveDirectoryEntry, {
        params: { id: base.id },
        form: { ...form, ...(removePhoto && { removePhoto: 'true' as const }) },
        revision: base.revision,
      })
    },
    // An answer that is under way was made before this save and would undo it on the screen.
    onMutate: () => client.cancelQueries({ queryKey: directoryKey }),
    onSuccess: keep,
    onSettled: askAnew,
  })
}

export function useDeleteEntry() {
  const { call } = usePortal()
  const client = useQueryClient()
  const askAnew = useAskAnew()
  return useMutation({
    mutationFn: ({ id, revision }: DirectoryEntry) =>
      call(deleteDirectoryEntry, { params: { id }, revision }),
    onMutate: () => client.cancelQueries({ queryKey: directoryKey }),
    onSuccess: ({ id: deleted }) => {
      setShared<DirectoryEntry[]>(client, directoryKey, (all) =>
        all?.filter(({ id }) => id !== deleted),
      )
    },
    onSettled: askAnew,
  })
}

/**
 * A change invalidates the data in memory and the cached first paint, also for the members' page.
 */
function useAskAnew() {
  const client = useQueryClient()
  return () => {
    directoryCopy.drop()
    void invalidateShared(client, directoryKey)
  }
}

/** The stored entry: from the server's refusal, else fetched. */
export function useReloadEntry() {
  const { call } = usePortal()
  const keep = useKeepEntry()
  return async (id: string, told: DirectoryEntry | undefined) => {
    const entry = told ?? (await call(getDirectoryEntry, { params: { id } }))
    keep(entry)
    return entry
  }
}

/** Puts one entry, as the server stores it, among those that are shown. */
function useKeepEntry() {
  const client = useQueryClient()
  return (entry: DirectoryEntry) => {
    setShared<DirectoryEntry[]>(
      client,
      directoryKey,
      (all) => all && [...all.filter(({ id }) => id !== entry.id), entry],
    )
  }
}

export type EntryFailure =
  | { kind: 'stale'; theirs: DirectoryEntry | undefined }
  | { kind: 'gone'; sentence: string }
  | { kind: 'refused'; sentence: string; requestId: string; fields: Record<string, string> }

/** Why a change came to nothing; the server's sentence where it gave one. */
export function entryFailure(error: unknown, fallback: string): EntryFailure {
  if (!isApiError(error)) return { kind: 'refused', sentence: fallback, requestId: '', fields: {} }
  const { code, message, requestId, fields = [], current } = error
  if (isOutrun(error)) return { kind: 'stale', theirs: directoryEntry.safeParse(current).data }
  if (code === 'notFound') return { kind: 'gone', sentence: message }
  return {
    kind: 'refused',
    sentence: errorMessage(error) ?? fallback,
    requestId,
    fields: Object.fromEntries(
      fields.map((field) => [field.path.split('.').at(-1) ?? '', field.message]),
    ),
  }
}
