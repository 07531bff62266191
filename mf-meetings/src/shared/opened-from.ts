import { openedHere } from '@portal/remote-kit/use-opened'

/** Where a paper, a board book or the meeting was opened: closing it leads back there. */
export type OpenedFrom = 'agenda' | 'book' | 'paper'

/** The state of a link to a paper or a board book from there. */
export function openedFrom(from: OpenedFrom) {
  return { ...openedHere, from }
}

/** Where a page was opened, by the state of its address; undefined for the list of materials. */
export function openedFromIn(state: unknown): OpenedFrom | undefined {
  return (state as { from?: OpenedFrom } | null)?.from
}
