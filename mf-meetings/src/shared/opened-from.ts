import { openedHere } from '@portal/remote-kit/use-opened'

/** Where a paper, a board book or the meeting was opened: closing it returns there. */
export type OpenedFrom = 'agenda' | 'book' | 'paper'

/** The link state that records where a paper or a board book is opened from. */
export function openedFrom(from: OpenedFrom) {
  return { ...openedHere, from }
}

/** Where a page was opened, read from its location state; undefined for the list of materials. */
export function openedFromIn(state: unknown): OpenedFrom | undefined {
  return (state as { from?: OpenedFrom } | null)?.from
}
