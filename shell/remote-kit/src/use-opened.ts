import { useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from './router.ts'

/** The state of a link that opens an overlay over its own page: closing it then goes back. */
export const openedHere = { opened: true }

/**
 * The id of the overlay on a page: `?open=` (or another name) in the address, so that a link can
 * open it and Back closes it. Closing an overlay that was opened here goes back and leaves no
 * history entry behind.
 */
export function useOpened(name = 'open') {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const state: unknown = location.state
  const navigate = useNavigate()
  const opened = search.get(name) ?? undefined
  const left = useRef<unknown>(undefined)

  /**
   * The second click of a double click arrives before the first has rendered: an address is left
   * only once.
   */
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
    /** Replacing the overlay's content adds no history entry. */
    open: (id: string) => {
      if (id === opened) return
      const replace = opened !== undefined
      leave(() => show(id, { replace, state: replace ? state : openedHere }))
    },
    close: () =>
      leave(() => {
        const isOpenedHere = (state as Partial<typeof openedHere> | null)?.opened === true
        if (isOpenedHere) void navigate(-1)
        else show(undefined, { replace: true, state: null })
      }),
  }
}
