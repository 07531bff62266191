import { useState } from 'react'

const key = 'portal.papers-list'

/** Whether the list of papers stays beside the paper where there is room; kept on this device. */
export function usePinnedList() {
  const [pinned, setPinned] = useState(isPinned)
  const pin = (wanted: boolean) => {
    setPinned(wanted)
    try {
      localStorage.setItem(key, wanted ? 'pinned' : 'hidden')
    } catch {
      // If storage is full or unavailable, the choice lasts until the page is closed.
    }
  }
  return [pinned, pin] as const
}

function isPinned(): boolean {
  try {
    return localStorage.getItem(key) !== 'hidden'
  } catch {
    return true
  }
}
