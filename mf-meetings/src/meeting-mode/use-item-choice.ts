import type { Agenda } from '@portal/contract/agendas'
import { useLocation, useNavigate, useSearchParams } from '@portal/remote-kit/router'
import { useState } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { meetingOfAgenda } from '../shared/meeting-route.ts'
import { chosenInMeeting } from './meeting-paths.ts'
import { parseShown } from './shown-content.ts'

export type ItemChoice = ReturnType<typeof useItemChoice>

/**
 * The shown item: the one in the address, otherwise the one whose paper the reader has begun to read, otherwise the
 * current one. A reader's choice lasts until they go back to the current item.
 */
export function useItemChoice(agenda: Agenda, current: number | undefined) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: unknown }
  const goTo = (address: string) => void navigate(address, { replace: true, state })
  const [begun, setBegun] = useState<string>()
  const { items } = agenda
  const meeting = meetingOfAgenda(agenda)
  const requested = search.get('item')
  const own = [requested, begun]
    .map((wanted) => items.findIndex(({ id }) => id === wanted))
    .find((index) => index !== -1)
  const index = own ?? current ?? 0
  const step = (by: 1 | -1) => {
    const next = items[index + by]
    if (next) goTo(chosenInMeeting(meeting, { item: next.id }))
  }
  return {
    index,
    show: parseShown(search.get('show')),
    /** Changes with each choice of the reader, but not with the current item. */
    choice: `${requested} ${search.get('show')}`,
    step,
    /** Call when the reader starts to read the paper: it stays open when the next item begins. */
    begin: () => {
      if (own === undefined && current !== undefined) setBegun(items[current]?.id)
    },
    follow: () => {
      setBegun(undefined)
      goTo(meetingsPaths.now(meeting))
    },
  }
}
