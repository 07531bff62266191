import { readStored } from '@portal/remote-kit/device-storage'
import type { TabState } from './heart-worker.ts'

/** A page that is starting remotes, before a worker follows it. `at`: when it last answered, in ms since 1970. */
export type LoadMark = TabState & { at: number }

/** Several tabs may load at once; more marks than this aren't kept. */
const mostMarks = 5
const marksKey = 'portal.loads'
/** How often a loading page marks that it answers, in ms. */
const interval = 1000
/** In ms; the same as for a page that a worker follows. */
const silenceLimit = 10_000

type Marks = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Stores in this browser what a loading page runs, from its first remote until a worker follows it: a script that loops
 * from the beginning leaves no time to start a worker. The next load finds the mark of a page that has stopped.
 */
export function markLoad(state: () => TabState | undefined, marks: Marks): LoadMarker {
  let session: string | undefined
  const remove = () => {
    if (session !== undefined) replace(marks, session)
  }
  const ended = new AbortController()
  const { signal } = ended
  const update = () => {
    if (signal.aborted) return
    const now = state()
    if (document.hidden || !now) return remove()
    session = now.session
    replace(marks, session, { ...now, at: Date.now() })
  }
  const timer = setInterval(update, interval)
  // A page that ends in the usual way hasn't stopped.
  for (const event of ['pagehide', 'beforeunload', 'freeze'])
    addEventListener(event, remove, { signal })
  document.addEventListener('visibilitychange', update, { signal })
  return {
    update,
    end() {
      clearInterval(timer)
      ended.abort()
      remove()
    },
  }
}

export type LoadMarker = {
  /** Call it when another release runs. */
  update: () => void
  end: () => void
}

/** The pages that stopped while they were loading; each is returned once. */
export function takeStoppedLoads(marks: Marks): LoadMark[] {
  const all = read(marks)
  const isStopped = ({ at }: LoadMark) => Date.now() - at >= silenceLimit
  const stopped = all.filter(isStopped)
  if (stopped.length > 0) {
    write(
      marks,
      all.filter((mark) => !isStopped(mark)),
    )
  }
  return stopped
}

function replace(marks: Marks, session: string, mark?: LoadMark): void {
  const others = read(marks).filter((start) => start.session !== session)
  write(marks, mark ? [mark, ...others].slice(0, mostMarks) : others)
}

function read(marks: Marks): LoadMark[] {
  return keptList(marksKey, marks)
}

function write(marks: Marks, all: LoadMark[]): void {
  if (all.length === 0) marks.removeItem(marksKey)
  else marks.setItem(marksKey, JSON.stringify(all))
}

/** A list that this browser has stored; empty if it can't be read. */
export function keptList<Item>(key: string, memory: Pick<Storage, 'getItem'>): Item[] {
  const stored = readStored(memory, key)
  return Array.isArray(stored) ? (stored as Item[]) : []
}
