import type { NotePlace } from '@portal/contract/notes'
import { startWorkerThread } from '../background/worker-thread.ts'
import type { PageLooks } from './anchors/page-by-look.ts'
import type { PlaceableNote } from './place-notes.ts'

/** The texts are JSON arrays with one string per page, in UTF-8. */
export type NotesToPlace = {
  version: number
  notes: readonly PlaceableNote[]
  text: Uint8Array | undefined
  earlier: readonly { version: number; text: Uint8Array }[]
  looks: ReadonlyMap<number, PageLooks>
}
export type PlacesOfNotes = { places: (NotePlace | undefined)[] }

export type NotePlacer = {
  /** Resolves to the places in the notes' order; undefined if that takes too much time or memory. */
  place: (notes: NotesToPlace) => Promise<PlacesOfNotes['places'] | undefined>
  stop: () => Promise<void>
}

/** In ms: 500 notes on 100 pages take a fraction of a second. */
const timeout = 15_000
/** How long an idle worker is kept, in ms. */
const idleTime = 30_000

/** Places notes in a worker thread, one paper at a time, because searching for changed words takes time. */
export function createNotePlacer(): NotePlacer {
  const thread = startWorkerThread<NotesToPlace, PlacesOfNotes>(
    new URL('./place-worker.ts', import.meta.url),
    { timeout, memoryMb: 512 },
  )
  let turn: Promise<unknown> = Promise.resolve()
  let idleTimer: NodeJS.Timeout | undefined
  return {
    place(notes) {
      const placed = turn.then(async () => {
        clearTimeout(idleTimer)
        const answer = await thread.ask(notes)
        idleTimer = setTimeout(() => void thread.stop(), idleTime).unref()
        return answer?.places
      })
      turn = placed.catch(() => undefined)
      return placed
    },
    async stop() {
      clearTimeout(idleTimer)
      await thread.stop()
    },
  }
}
