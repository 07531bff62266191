import { useLocation, useNavigate } from '@portal/remote-kit/router'
import { useEffect } from 'react'

/** What a link to the agenda page carries that is to print it. */
export const printState = { print: true }

/** Prints the page that a link asked to be printed, once it is `ready`; neither a reload nor Back does so again. */
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
