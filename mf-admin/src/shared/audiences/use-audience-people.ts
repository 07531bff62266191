import type { Audience } from '@portal/domain/may-read'
import { usePortal } from '@portal/remote-kit/portal'
import { directoryQuery } from '@portal/remote-kit/queries/directory'
import { useQuery } from '@portal/remote-kit/query'
import { guestsQuery } from '../guests-query.ts'
import { peopleOf } from './item-audience.ts'

/** The people of the directory, and what those of an audience are called, guests among them. */
export function useAudiencePeople(audience: Audience) {
  const { call } = usePortal()
  const { data: people = [], isSuccess } = useQuery(directoryQuery(call))
  const { named, except } = peopleOf(audience)
  const hasOthers = [...named, ...except].some((id) => !people.some((entry) => entry.id === id))
  const { data: others } = useQuery({ ...guestsQuery(call), enabled: isSuccess && hasOthers })
  const nameOf = (id: string) =>
    people.find((entry) => entry.id === id)?.name ??
    others?.guests.find(({ person }) => person === id)?.name ??
    'somebody who left the directory'
  return { people, nameOf }
}
