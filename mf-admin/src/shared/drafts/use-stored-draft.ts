import { usePortal } from '@portal/remote-kit/portal'
import { useEffect, useState } from 'react'
import { readStored, removeStored, store } from '@portal/remote-kit/device-storage'

type StoredDraftOptions<T> = {
  /** The draft's name; each reader has their own drafts. */
  name: string
  /** What it is, for the list of unsaved work at sign-out: "The agenda “Winter meeting”". */
  title: string
  /** The unsaved draft as stored; undefined if there is none. */
  edit: unknown
  parse: (stored: unknown) => T | undefined
  /** Whether a found draft is offered to the reader; by default, every one is. */
  isOffered?: (stored: T) => boolean
  onRestore: (edit: T) => void
}

/** Stores a draft on this device while it is typed, and offers an earlier one. */
export function useStoredDraft<T>(options: StoredDraftOptions<T>) {
  const { name, title, edit, parse, isOffered = () => true, onRestore } = options
  const key = draftKey(name, usePortal().person.uid)
  const [offer, setOffer] = useState(() => {
    const stored = readDraft(localStorage, key, parse)
    return stored && isOffered(stored.edit) ? stored : undefined
  })
  const text = edit === undefined ? undefined : JSON.stringify(edit)

  useEffect(() => {
    if (offer) return
    if (text === undefined) removeStored('localStorage', key)
    else storeDraft(localStorage, key, { edit: JSON.parse(text), at: Date.now(), title })
  }, [offer, text, key, title])

  return {
    /** To be restored or discarded before another edit begins. */
    offer,
    restore: () => {
      if (offer) onRestore(offer.edit)
      setOffer(undefined)
    },
    discard: () => setOffer(undefined),
    /** For a draft that was given up, or saved, together with the page that holds it. */
    drop: () => {
      if (!offer) removeStored('localStorage', key)
    },
  }
}

export function draftKey(name: string, uid: string): string {
  return `${name}-${uid}`
}

/** A draft that was left on this device, and when it was last worked on, in ms since 1970. */
type StoredDraft<T> = { edit: T; at: number }

/** `parse` reads what another version of the screen may have written. */
export function readDraft<T>(
  storage: Storage,
  key: string,
  parse: (stored: unknown) => T | undefined,
): StoredDraft<T> | undefined {
  const stored = readStored(storage, key)
  if (typeof stored !== 'object' || stored === null) return undefined
  // Earlier releases stored the parts of an agenda's edit next to the time.
  const { edit = stored, at } = stored as Record<string, unknown>
  const parsed = parse(edit)
  return parsed === undefined || typeof at !== 'number' ? undefined : { edit: parsed, at }
}

export function storeDraft(
  storage: Storage,
  key: string,
  draft: { edit: unknown; at: number; title: string },
): void {
  store(storage, key, draft)
}
