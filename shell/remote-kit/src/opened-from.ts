import { localAddress } from '@portal/domain/local-address'
import { useLocation, useNavigate } from '@portal/remote-kit/router'
import { openedHere } from '@portal/remote-kit/use-opened'
import { type MouseEvent, useRef } from 'react'

/** A page from which a paper or another page is opened. Links say “Back to the” before its name. */
export type Origin = { name: string; to: string }

type OpenedState = typeof openedHere & { origin: Origin }

/**
 * The state of a link on that page: what it opens leads back there. The browser keeps the state over a reload, and links
 * that replace the opened page pass it on.
 */
export function openedFrom(origin: Origin): OpenedState {
  return { ...openedHere, origin }
}

export type WayBack = {
  /** Undefined if the page was opened by its address, or by a link without an origin. */
  origin: Origin | undefined
  /** Goes back to where the page was opened; undefined if it was opened by its address. */
  stepBack: (() => void) | undefined
  /** For the link back: steps back, or closes the page. Without either, the link's address is opened. */
  onClick: (event: MouseEvent) => void
}

/** The state of an entry comes from the browser's history, which older versions wrote as well. */
function originIn(state: Partial<OpenedState> | null): Origin | undefined {
  const origin = state?.origin
  const to = origin && localAddress(origin.to, location.origin)
  return to === undefined ? undefined : { name: origin!.name, to }
}

/** How to leave a page for the one where it was opened. `onClose` leaves one that was opened by its address. */
export function useWayBack(onClose?: () => void): WayBack {
  const location = useLocation()
  const navigate = useNavigate()
  const left = useRef<unknown>(undefined)
  const state = location.state as Partial<OpenedState> | null
  const isOpenedHere = state?.opened === true
  const stepBack = () => {
    // The second press of a double click.
    if (left.current === location) return
    left.current = location
    void navigate(-1)
  }
  return {
    origin: originIn(state),
    stepBack: isOpenedHere ? stepBack : undefined,
    onClick(event) {
      const canLeave = isOpenedHere || onClose !== undefined
      // Another tab or window opens the address there.
      if (!canLeave || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      if (isOpenedHere) stepBack()
      else onClose?.()
    },
  }
}
