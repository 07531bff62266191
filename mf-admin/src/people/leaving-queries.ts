import { endTermsOfPerson, listTerms } from '@portal/contract/bodies'
import { type Carried, endNow, getLeaving, handOver, setLastDay } from '@portal/contract/leaving'
import { eraseUser } from '@portal/contract/users'
import { dateText } from '@portal/domain/time-text'
import type { Call } from '@portal/remote-kit/client'
import { adminPaths } from '../admin-paths.ts'
import { personOverviewKey } from '../shared/person-overview.ts'
import { adminQuery, useChange } from '../shared/queries.ts'

/** Stale with the rest of what is known of the person. */
const leavingKey = [...personOverviewKey, 'leaving']

/** What carries a person's name, by the uid of their account. */
export function leavingQuery(call: Call, uid: string) {
  return adminQuery(call, getLeaving, [...leavingKey, uid], { params: { uid } })
}

export function useHandOver(uid: string) {
  return useChange((call, to: string) => call(handOver, { params: { uid }, body: { to } }), {
    // The lists of tokens, pipelines and holds show who answers for them.
    stale: 'everything',
    waits: true,
  })
}

/** The account, admin rights and terms change with it. */
export function useEndNow() {
  return useChange((call, uid: string) => call(endNow, { params: { uid } }), {
    stale: 'everything',
    waits: true,
  })
}

/** Every term, of which a person's are shown. */
export function termsQuery(call: Call) {
  return adminQuery(call, listTerms, [...personOverviewKey, 'terms'])
}

/** The terms of an entry of the directory, by its id. */
export function useEndTerms() {
  return useChange((call, id: string) => call(endTermsOfPerson, { params: { id } }), {
    stale: 'everything',
    waits: true,
  })
}

/** An empty day removes it. */
export function useSetLastDay() {
  return useChange(
    (call, { uid, day }: { uid: string; day: string }) =>
      call(setLastDay, { params: { uid }, body: { day } }),
    { stale: 'everything', waits: true },
  )
}

export function useEraseUser() {
  return useChange((call, uid: string) => call(eraseUser, { params: { uid } }), {
    stale: 'everything',
  })
}

/** Whether it has an owner, who can be another admin. */
export function hasOwner({ kind }: Carried): boolean {
  return kind === 'release token' || kind === 'trusted pipeline' || kind === 'legal hold'
}

export type CarriedWords = { title: string; next: string; path?: string }

/** What it is, what becomes of it, and where it is. */
export function carriedInWords(
  { kind, name, remote = '', since, until }: Carried,
  timeZone: string,
): CarriedWords {
  const releases = adminPaths.releases(remote)
  const ends = until === undefined ? '' : ` until ${dateText(until, timeZone)}`
  const begun = since === undefined ? '' : ` of ${dateText(since, timeZone)}`
  switch (kind) {
    case 'release token':
      return {
        title: `Release token ${name} for ${remote}`,
        next: `It works${ends}. If they have handled it, revoke it and create another one.`,
        path: releases,
      }
    case 'trusted pipeline':
      return {
        title: `Trusted pipeline ${name} for ${remote}`,
        next: 'It still releases.',
        path: releases,
      }
    case 'legal hold':
      return {
        title: `Legal hold: ${name}`,
        next: 'It stays until an admin lifts it.',
        path: adminPaths.notesPolicy,
      }
    case 'candidate':
      return {
        title: `Release ${name} of ${remote}, which they promoted`,
        next: 'It waits for the approval of any admin.',
        path: releases,
      }
    case 'preview made':
      return {
        title: `Preview of ${name} of ${remote}, which they started`,
        next: `It runs${ends}, unless somebody ends it.`,
        path: releases,
      }
    case 'preview seen':
      return {
        title: `Preview of ${name} of ${remote}, which they may open`,
        next: 'Erasing takes them out of it.',
        path: releases,
      }
    case 'cohort':
      return {
        title: `${name === 'team' ? 'Team' : name} of ${remote}`,
        next: 'Erasing takes them out of it.',
        path: releases,
      }
    case 'agenda template':
      return { title: `Agenda template ${name}`, next: 'It is the foundation’s, and stays.' }
    case 'upload':
      return {
        title: `Unfinished upload of ${name}`,
        next: 'It is deleted after seven days, or by erasing.',
      }
    case 'export':
      return {
        title: `Export${begun}`,
        next: `It stays${ends}, for every admin.`,
        path: adminPaths.exports,
      }
  }
}
