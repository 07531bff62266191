import type { Body } from '@portal/contract/bodies'
import { type BodyAccessChange, namedAtOnce } from '@portal/contract/body-access'
import type { Person } from '@portal/contract/portal'
import { boardId, type OpenTo } from '@portal/domain/bodies'
import { dayOf } from '@portal/domain/days'
import type { ItemThing } from '@portal/domain/may-read'
import { accessChange } from '@portal/domain/who-may-read'
import { mustManagePortal } from '../../access.ts'
import { recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import type { NamedReader } from '../visibility/visibility-feature.ts'
import { bodiesCollection, type BodyContent, firstBoard, shownBodyOf } from './stored-bodies.ts'

type Parts = {
  store: DocumentStore
  bodies: { all: () => Body[] }
  /** Everybody who can sign in, as the rule of who may read what sees them. */
  everyone: () => Promise<NamedReader[]>
  timeZone: string
  now: () => Date
}

/** Who sees a body's meetings: an admin looks at who gains and who loses, and changes it. */
export function createBodyAccessService(parts: Parts) {
  const { store, bodies, everyone, timeZone, now } = parts

  return {
    async preview(person: Person, id: string, openTo: OpenTo): Promise<BodyAccessChange> {
      mustManagePortal(person)
      const body = bodies.all().find((each) => each.id === id)
      if (!body) throw bodyNotFound()
      const meeting = (open: OpenTo) => meetingOpenTo({ id, openTo: open }, now(), timeZone)
      const change = { before: meeting(body.openTo), after: meeting(openTo) }
      const { gains, loses } = accessChange(await everyone(), change, now())
      return { gains: listed(gains), loses: listed(loses) }
    },

    async save(
      person: Person,
      id: string,
      openTo: OpenTo,
      revision: number | 'new',
    ): Promise<Body> {
      mustManagePortal(person)
      return store.transaction(async (transaction) => {
        const records = bodiesCollection.in(transaction)
        const current = await records.get(id)
        if (!current && id !== boardId) throw bodyNotFound()
        const shown = shownBodyOf(id, current ?? firstBoard)
        // The same change sent again succeeds.
        if (shown.openTo === openTo) return shown
        await refuseOvertaken(transaction, {
          current,
          revision,
          subject: id,
          shown: (stored) => shownBodyOf(id, stored),
        })
        const before = current ? (bodyOf(current) as BodyContent) : firstBoard
        const after = { ...before, openTo }
        const written = await records.put(id, after, current)
        const what = 'body access changed'
        await recordChange(transaction, { at: now(), by: person, what, subject: id, before, after })
        return shownBodyOf(id, written)
      })
    },
  }
}

/** A meeting of a body as everybody who may see it reads it today. */
function meetingOpenTo(body: ItemThing['meeting']['body'], now: Date, timeZone: string): ItemThing {
  const meeting = { key: '', day: dayOf(now, timeZone), timeZone, body }
  return { kind: 'item', key: '', isInPreparation: false, meeting }
}

function listed(people: readonly { name: string }[]): BodyAccessChange['gains'] {
  const names = people.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'))
  return { count: names.length, names: names.slice(0, namedAtOnce) }
}

function bodyNotFound(): Refusal {
  return new Refusal('notFound', 'Committee not found')
}
