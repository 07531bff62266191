import { useLocation, useNavigate } from '@portal/remote-kit/router'
import { useEffect } from 'react'

/** The state of a link that prints the agenda page. */
export const printState = { print: true }

/** Prints the page if its link asked for that, once it is `ready`; not again on reload or Back. */
export function usePrintOnArrival(ready: boolean): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const asked = ready && (state as Partial<typeof printState> | null)?.print === true
  useEffect(() => {
    if (!asked) return
    void navigate(`${pathname}${search}`, { replace: true, state: null })
    print()
  }, [asked, navigate, pathname, search])
}
