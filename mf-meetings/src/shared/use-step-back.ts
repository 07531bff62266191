import { useLocation, useNavigate } from '@portal/remote-kit/router'
import type { openedHere } from '@portal/remote-kit/use-opened'
import { useRef } from 'react'

/** Goes back to the page where this one was opened; undefined if it was opened by its address. */
export function useStepBack(): (() => void) | undefined {
  const location = useLocation()
  const navigate = useNavigate()
  const left = useRef<unknown>(undefined)
  const state = location.state as Partial<typeof openedHere> | null
  if (state?.opened !== true) return undefined
  return () => {
    // Ignores the second click of a double click.
    if (left.current === location) return
    left.current = location
    void navigate(-1)
  }
}
