import { useState } from 'react'

/** The list of papers is shown until it is hidden, details only on request. */
const atFirst = { papers: true, details: false }

type Kind = keyof typeof atFirst

/** Whether the list stays next to the paper if there is room; stored on this device. */
export function usePinnedList(kind: Kind) {
  const [chosen, setChosen] = useState<Partial<Record<Kind, boolean>>>({})
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

const keyOf = (kind: Kind) => `portal.reading-${kind}`

function isPinned(kind: Kind): boolean {
  try {
    const kept = localStorage.getItem(keyOf(kind))
    return kept === null ? atFirst[kind] : kept === 'pinned'
  } catch {
    return atFirst[kind]
  }
}
