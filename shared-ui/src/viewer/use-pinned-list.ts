import { useState } from 'react'

/** The list of papers and the agenda are shown until they are hidden, details only on request. */
const atFirst = { papers: true, details: false, agenda: true }

export type ListKind = keyof typeof atFirst

/** Whether the list stays next to the paper if there is room; stored on this device. */
export function usePinnedList(kind: ListKind) {
  const [chosen, setChosen] = useState<Partial<Record<ListKind, boolean>>>({})
  const pin = (wanted: boolean) => {
    setChosen({ ...chosen, [kind]: wanted })
    try {
      localStorage.setItem(keyOf(kind), wanted ? 'pinned' : 'hidden')
    } catch {
      // If storage is full or unavailable, the choice lasts until the page is closed.
    }
  }
  return [chosen[kind] ?? isPinned(kind), pin] as const
}

const keyOf = (kind: ListKind) => `portal.reading-${kind}`

function isPinned(kind: ListKind): boolean {
  try {
    const kept = localStorage.getItem(keyOf(kind))
    return kept === null ? atFirst[kind] : kept === 'pinned'
  } catch {
    return atFirst[kind]
  }
}
