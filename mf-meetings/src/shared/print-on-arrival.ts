import { useLocation, useNavigate } from '@portal/remote-kit/router'
import { useEffect, useState } from 'react'

/** The state of a link that prints the agenda page or the board book. */
export const printState = { print: true }

/** Prints the page once it is `ready` if its link requested it; not again on reload or Back. */
export function usePrintOnArrival(ready: boolean): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isRequested = ready && (state as Partial<typeof printState> | null)?.print === true
  useEffect(() => {
    if (!isRequested) return
    void navigate(`${pathname}${search}`, { replace: true, state: null })
    print()
  }, [isRequested, navigate, pathname, search])
}

/** Whether the page's link asked to print what it opens; not again on reload or Back. */
export function usePrintAsked(): boolean {
  const location = useLocation()
  const { pathname, search } = location
  const state = location.state as Partial<typeof printState> | null
  const navigate = useNavigate()
  const isAsked = state?.print === true
  const [wasAsked] = useState(isAsked)
  useEffect(() => {
    if (!isAsked) return
    void navigate(`${pathname}${search}`, { replace: true, state: { ...state, print: false } })
  }, [isAsked, navigate, pathname, search, state])
  return wasAsked
}
