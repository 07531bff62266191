import { useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from './router.ts'

/** What a link carries that opens something over its own page: closing it is then a step back. */
export const openedHere = { opened: true }

/**
 * What is open over a page, by its id: `?open=` (or another name) in the address, so that a link can open it and Back
 * closes it. Closing what was opened here is the same step back; it leaves no page behind.
 */
export function useOpened(name = 'open') {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const state: unknown = location.state
  const navigate = useNavigate()
  const opened = search.get(name) ?? undefined
  const left = useRef<unknown>(undefined)

  /** A double click's second press comes before the first is drawn: an address is left once. */
  const leave = (go: () => void) => {
    if (left.current === location) return
    left.current = location
    go()
  }
  const show = (id: string | undefined, options: { replace: boolean; state: unknown }) => {
    const after = new URLSearchParams(search)
    if (id === undefined) after.delete(name)
    else after.set(name, id)
    setSearch(after, { ...options, preventScrollReset: true })
  }
  return {
    opened,
    /** Something else in the place of what is open is no further step. */
    open: (id: string) => {
      if (id === opened) return
      const replace = opened !== undefined
      leave(() => show(id, { replace, state: replace ? state : openedHere }))
    },
    close: () =>
      leave(() => {
        const isHere = (state as Partial<typeof openedHere> | null)?.opened === true
        if (isHere) void navigate(-1)
        else show(undefined, { replace: true, state: null })
      }),
  }
}
