import { useEffect, useState } from 'react'
import type { PdfReading } from './pdf-reading.ts'
import type { ShownChanges } from './shown-changes.ts'

/** The changes of an open paper: which one is selected, and whether they are marked in the pages. */
export type Changing = ShownChanges & {
  current: number | undefined
  isMarked: boolean
  /** Goes to the next or previous change, around the ends. */
  step: (direction: 1 | -1) => void
  select: (index: number) => void
  toggleMarks: () => void
}

/** Undefined without changes to show. */
export function useChanges(
  reading: PdfReading | undefined,
  shown: ShownChanges | undefined,
): Changing | undefined {
  const [selection, setSelection] = useState<{ of: ShownChanges['changes']; index: number }>()
  const [isMarked, setMarked] = useState(true)
  const changes = shown?.changes
  useEffect(() => {
    if (reading && changes && isMarked) reading.setMarks(changes)
    return () => reading?.setMarks([])
  }, [reading, changes, isMarked])
  if (!reading || !shown) return undefined
  const current = selection?.of === shown.changes ? selection.index : undefined
  const select = (index: number) => {
    setSelection({ of: shown.changes, index })
    if (isMarked) reading.showMark(index)
    else reading.goTo(shown.changes[index]!.page)
  }
  return {
    ...shown,
    current,
    isMarked,
    select,
    step(direction) {
      const count = shown.changes.length
      if (count === 0) return
      const start = direction === 1 ? -1 : count
      select(((current ?? start) + direction + count) % count)
    },
    toggleMarks: () => setMarked(!isMarked),
  }
}
