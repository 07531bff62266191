import { createHash } from 'node:crypto'
import type { Person } from '@portal/contract/portal'
import type { ItemFlag } from '@portal/contract/questions'
import { consentType } from '@portal/domain/question-rules'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import type { QuestionParties } from './question-parties.ts'
import type { QuestionPlace } from './question-places.ts'
import { flagsCollection } from './stored-questions.ts'

export type ItemFlags = ReturnType<typeof createItemFlags>

/**
 * The consent items that members want to discuss. They are stored beside the agenda, so no save of it loses them; if an
 * item is no consent item any more, its flags wait until it is one again.
 */
export function createItemFlags({ now }: { now: () => Date }) {
  const flaggable = (places: readonly QuestionPlace[]) =>
    places.filter(({ kind, type }) => kind === 'item' && type === consentType)

  return {
    flaggable,

    /** Of the items among these that the person may read. */
    async list(
      within: StoreOperations,
      key: string,
      places: readonly QuestionPlace[],
      party: ReturnType<QuestionParties['of']>,
      { uid }: Pick<Person, 'uid'>,
    ): Promise<ItemFlag[]> {
      const items = flaggable(places).filter(({ mayRead }) => mayRead(party.reader))
      if (items.length === 0) return []
      const { documents } = await flagsCollection.in(within).findAll({ where: { meeting: key } })
      const byItem = Map.groupBy(documents, ({ item }) => item)
      return items.flatMap(({ id: item }) => {
        const flags = byItem.get(item)?.toSorted((a, b) => a.at.localeCompare(b.at))
        if (!flags) return []
        return [
          {
            item,
            count: flags.length,
            ...(party.isOneself && flags.some((flag) => flag.uid === uid)
              ? { isOwn: true as const }
              : {}),
            ...(party.isChair || party.isStaff ? { names: flags.map(({ name }) => name) } : {}),
          },
        ]
      })
    },

    /** Returns whether that changed anything. */
    async set(
      transaction: StoreOperations,
      person: Person,
      { key, place, flagged, name }: Flagging,
    ): Promise<boolean> {
      const { uid } = person
      const item = place.id
      const id = flagId(key, item, uid)
      const flags = flagsCollection.in(transaction)
      const known = await flags.get(id)
      if (flagged === (known !== undefined)) return false
      if (flagged && flaggable([place]).length === 0) {
        throw new Refusal('conflict', 'Only items of the consent agenda can be flagged.')
      }
      const at = now()
      if (known) await flags.delete(id, known.revision)
      else await flags.create(id, { meeting: key, item, uid, name, at: at.toISOString() })
      const what = flagged ? 'item flagged' : 'flag taken back'
      const after = { name: 'A flag', meeting: key }
      await recordChange(transaction, { at, by: person, what, subject: id, after })
      return true
    },

    /** A flag of an item after a change of the caller's own. */
    after({ item, count, names }: ItemFlag, { flagged, name }: Flagging): ItemFlag {
      const others = names?.filter((each) => each !== name)
      return {
        item,
        count: count + (flagged ? 1 : -1),
        ...(flagged ? { isOwn: true as const } : {}),
        ...(others ? { names: flagged ? [...others, name] : others } : {}),
      }
    },
  }
}

type Flagging = { key: string; place: QuestionPlace; flagged: boolean; name: string }

/** A person flags an item once. */
export function flagId(meeting: string, item: string, uid: string): string {
  return createHash('sha256').update([meeting, item, uid].join('\n')).digest('hex').slice(0, 32)
}
