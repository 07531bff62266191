import { type RefObject, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DraftProblems } from '../draft/draft-problems.ts'

/** The messages of a refused save at their fields. Items with a message are opened. */
export function useShownProblems(fields: RefObject<HTMLElement | null>) {
  const [problems, setProblems] = useState<DraftProblems>({})
  const [openItems, setOpenItems] = useState<ReadonlySet<string>>(new Set())

  const toggleItem = useCallback((id: string, open: boolean) => {
    setOpenItems((before) => {
      const next = new Set(before)
      if (open) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])

  return {
    problems,
    openItems,
    /** Stays the same function. */
    toggleItem,
    clear: useCallback(() => setProblems({}), []),
    /** Returns whether a field is marked as invalid, which then has the focus. */
    show: (found: DraftProblems): boolean => {
      flushSync(() => {
        setProblems(found)
        const ids = Object.keys(found.items ?? {})
        if (ids.length > 0) setOpenItems((before) => new Set([...before, ...ids]))
      })
      const refused = fields.current?.querySelector<HTMLElement>('[aria-invalid]')
      refused?.focus()
      return refused !== undefined && refused !== null
    },
  }
}
