import { dayOf } from '@portal/domain/days'
import { anyMember, isMember, mayRead, type Reader } from '@portal/domain/may-read'
import { isCurrent } from '@portal/domain/terms'
import type { Restrictions } from './restrictions.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'

type Parts = {
  version: () => number
  restrictions: Pick<Restrictions, 'all'>
  now: () => Date
  timeZone: string
}

/** One reader for all who may read the same things, so that what is made for them is made once. */
export function createViews({ version, restrictions, now, timeZone }: Parts) {
  const known = cacheByVersion(version, () => ({
    byReader: new Map<string, Reader>(),
    byView: new Map<string, Reader>([[viewOf(anyMember), anyMember]]),
  }))

  function viewOf(reader: Reader): string {
    if (!isMember(reader)) return JSON.stringify(reader)
    const today = dayOf(now(), timeZone)
    const { sight, terms = [], invitations = [] } = reader
    const bodies = terms.filter((term) => isCurrent(term, today)).map(({ body }) => body)
    const items = restrictions.all().filter(({ thing }) => mayRead(reader, thing, now()))
    const keys = items.map(({ key }) => key)
    return JSON.stringify([sight, [...new Set(bodies)].toSorted(), invitations, keys])
  }

  return {
    of(reader: Reader): Reader {
      const { byReader, byView } = known(undefined)
      const own = JSON.stringify(reader)
      const same = byReader.get(own)
      if (same) return same
      const view = viewOf(reader)
      const first = byView.get(view) ?? reader
      byView.set(view, first)
      byReader.set(own, first)
      return first
    },
  }
}
