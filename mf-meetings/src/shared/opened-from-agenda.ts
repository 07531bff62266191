import { openedHere } from '@portal/remote-kit/use-opened'

/** The state of a link from the agenda's page to a paper: closing the paper leads back to the agenda. */
export const openedFromAgenda = { ...openedHere, from: 'agenda' } as const

export function isFromAgenda(state: unknown): boolean {
  return (state as Partial<typeof openedFromAgenda> | null)?.from === 'agenda'
}
