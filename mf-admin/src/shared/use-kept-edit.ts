import { usePortal } from '@portal/remote-kit/portal'
import { useEffect, useState } from 'react'
import { dropKept, readKept, writeKept } from './kept-on-device.ts'

type Options<T> = {
  /** Which edit it is; the reader's own key is made of it. */
  name: string
  /** What is typed and not saved; undefined where nothing is. */
  edit: T | undefined
  /** Makes an edit of what was kept, which another version of this screen may have written. */
  parse: (kept: unknown) => T | undefined
  onRestore: (edit: T) => void
}

type Offer<T> = { edit: T; at: number }

/** An edit that outlives the page on this device, as the agenda's does: what was left here earlier is offered. */
export function useKeptEdit<T>({ name, edit, parse, onRestore }: Options<T>) {
  const { uid } = usePortal().person
  const key = `${name}-${uid}`
  const [offer, setOffer] = useState(() => offerOf(readKept(localStorage, key), parse))
  const text = edit && JSON.stringify(edit)

  useEffect(() => {
    if (offer) return
    if (text === undefined) dropKept(localStorage, key)
    else writeKept(localStorage, key, { edit: JSON.parse(text) as unknown, at: Date.now() })
  }, [offer, text, key])

  return {
    /** To be restored or discarded before another edit begins. */
    offer,
    restore: () => {
      if (offer) onRestore(offer.edit)
      setOffer(undefined)
    },
    discard: () => setOffer(undefined),
    /** For an edit that its writer has given up, or saved, together with the page that holds it. */
    drop: () => {
      if (!offer) dropKept(localStorage, key)
    },
  }
}

function offerOf<T>(kept: unknown, parse: Options<T>['parse']): Offer<T> | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { edit: written, at } = kept as Record<string, unknown>
  const edit = parse(written)
  return edit === undefined || typeof at !== 'number' ? undefined : { edit, at }
}
