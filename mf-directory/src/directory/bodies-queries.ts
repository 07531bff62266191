import { listBodies, listBodyPeople } from '@portal/contract/bodies'
import { getDirectoryEntry } from '@portal/contract/directory'
import type { Call } from '@portal/remote-kit/client'
import { queryOptions } from '@portal/remote-kit/query'

/** The board and its committees, and who is in office today. */
export function bodiesQuery(call: Call) {
  return queryOptions({
    queryKey: ['directory', 'bodies'],
    queryFn: ({ signal }) => call(listBodies, {}, { signal }),
  })
}

/** Who is in office in a body today, by office. */
export function bodyPeopleQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: ['directory', 'people of a body', id],
    queryFn: ({ signal }) => call(listBodyPeople, { params: { id } }, { signal }),
  })
}

export function personQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: ['directory', 'person', id],
    queryFn: ({ signal }) => call(getDirectoryEntry, { params: { id } }, { signal }),
  })
}
