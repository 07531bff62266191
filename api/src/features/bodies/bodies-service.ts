import type { Body, saveBody } from '@portal/contract/bodies'
import type { CallInput } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import { boardId, bodyLimits } from '@portal/domain/bodies'
import { mustManagePortal } from '../../access.ts'
import { recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import {
  bodiesCollection,
  type BodyContent,
  firstBoard,
  shownBodyOf,
  byBodyName,
} from './stored-bodies.ts'

type SentBody = NonNullable<CallInput<typeof saveBody>['body']>

/** The board and its committees, from memory. Without any check of access. */
export function createBodiesService({ store, now }: { store: DocumentStore; now: () => Date }) {
  const bodies = bodiesCollection.hot(store)
  return {
    ready: bodies.ready,

    /** The board first, which is there even if nothing is stored. */
    all(): Body[] {
      const stored = bodies.all().map((each) => shownBodyOf(each.id, each))
      const hasBoard = stored.some(({ id }) => id === boardId)
      return [...stored, ...(hasBoard ? [] : [shownBodyOf(boardId, firstBoard)])].toSorted(
        byBodyName,
      )
    },

    async save(
      person: Person,
      id: string,
      sent: SentBody,
      revision: number | 'new',
    ): Promise<Body> {
      mustManagePortal(person)
      if (id === boardId && sent.state === 'dissolved') {
        throw new Refusal('invalid', 'The board can’t be dissolved.')
      }
      return store.transaction(async (transaction) => {
        const records = bodiesCollection.in(transaction)
        const { documents } = await records.list()
        const current = documents.find((each) => each.id === id)
        const before = current && bodyOf(current)
        const after = changedBody((before as BodyContent) ?? newBody(id), sent)
        // The same save sent again succeeds.
        if (current && isSameBody(before!, after)) return shownBodyOf(id, current)
        const others = documents.filter((each) => each.id !== id)
        refuseTaken(id, after.name, documents)
        await refuseOvertaken(transaction, {
          current,
          revision,
          subject: id,
          shown: (stored) => shownBodyOf(id, stored),
        })
        const committees = others.filter((each) => each.id !== boardId)
        if (!current && id !== boardId && committees.length >= bodyLimits.count) throw tooMany()
        const written = await records.put(id, after, current)
        const what = current ? 'body saved' : 'body created'
        await recordChange(transaction, { at: now(), by: person, what, subject: id, before, after })
        return shownBodyOf(id, written)
      })
    },
  }
}

function newBody(id: string): BodyContent {
  return id === boardId ? firstBoard : { ...firstBoard, name: '' }
}

/** Absent fields keep their value; an empty purpose and the color `none` are removed. */
function changedBody(before: BodyContent, sent: SentBody): BodyContent {
  const { purpose: _, color: __, ...kept } = before
  const name = (sent.name ?? before.name).trim()
  if (name === '') {
    const message = 'A committee needs a name.'
    throw new Refusal('invalid', message, { fields: [{ path: 'body.name', message }] })
  }
  const purpose = (sent.purpose ?? before.purpose ?? '').trim()
  const { color = before.color, state = before.state, rules = before.rules } = sent
  return {
    ...kept,
    name,
    ...(purpose === '' ? {} : { purpose }),
    ...(color === undefined || color === 'none' ? {} : { color }),
    state,
    rules,
  }
}

const names = new Intl.Collator('en', { sensitivity: 'base' })

/** Refuses the name of another body, of the board as well if it was never saved. */
export function refuseTaken(
  id: string,
  name: string,
  stored: readonly (BodyContent & { id: string })[],
): void {
  const hasBoard = stored.some((each) => each.id === boardId)
  const all = hasBoard ? stored : [...stored, { ...firstBoard, id: boardId }]
  const others = all.filter((each) => each.id !== id)
  if (!others.some((other) => names.compare(other.name, name) === 0)) return
  const message = `There is a body named ${name} already. Please choose another name.`
  throw new Refusal('conflict', message, { fields: [{ path: 'body.name', message }] })
}

function tooMany(): Refusal {
  return new Refusal('conflict', `There are ${bodyLimits.count} committees already.`)
}
