import type { ResourceMapping } from '@portal/contract/mappings'
import type { Person } from '@portal/contract/portal'
import { mappingId, slotOf } from '@portal/domain/ids'
import {
  bodyOfMeeting,
  compareMeetings,
  isQuarterly,
  isSameMeeting,
  type MeetingRef,
  type OtherMeeting,
  quarterOfMeeting,
} from '@portal/domain/meeting-ref'
import { papersOfMeeting } from '@portal/domain/quarter-papers'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { applyMappingChange } from './mapping-change.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'
import { mappingsCollection } from './stored-mapping.ts'

type Parts = {
  store: DocumentStore
  inMemory: Pick<MappingsInMemory, 'all'>
  visibility: Pick<VisibilityService, 'isClosedSlot'>
  /** Refuses more papers than a meeting can have, and a meeting that doesn't exist. */
  mayAddPapers: (
    transaction: StoreOperations,
    to: OtherMeeting,
    ids: readonly string[],
  ) => Promise<void>
  now: () => Date
}

/**
 * Gives meetings empty places with the names and the order of an earlier meeting's papers. Each has the key of the paper
 * that it is named after, so that copied items name it, and a repeated request adds nothing.
 */
export function createNamedPapers({ store, inMemory, visibility, mayAddPapers, now }: Parts) {
  /** The places with a name in a meeting. The name of a closed one isn't copied. */
  const namesOf = (from: OtherMeeting) => {
    const mappings: Record<string, ResourceMapping> = {}
    for (const mapping of inMemory.all()) mappings[mapping.id] = mapping
    return papersOfMeeting(from, mappings).flatMap((slot) => {
      const { title, order } = mappings[mappingId(slot)] ?? {}
      if (!title || isQuarterly(slot) || visibility.isClosedSlot(mappingId(slot))) return []
      return [{ slot, change: order === undefined ? { title } : { title, order } }]
    })
  }

  return {
    async like(person: Person, to: OtherMeeting, wanted: OtherMeeting | undefined) {
      if (wanted) refuseOtherBody(to, wanted)
      const from = wanted ?? lastWithPapers(to, inMemory.all())
      const places = (from ? namesOf(from) : []).map(({ slot, change }) => ({
        slot: { ...slot, meeting: to.meeting },
        id: mappingId({ ...slot, meeting: to.meeting }),
        change,
      }))
      const made = await store.transaction(async (transaction) => {
        const records = mappingsCollection.raw(transaction)
        await mayAddPapers(
          transaction,
          to,
          places.map(({ id }) => id),
        )
        const stored = await Promise.all(places.map(({ id }) => records.get(id)))
        const missing = places.filter(
          ({ id }, index) => !stored[index] && !visibility.isClosedSlot(id),
        )
        const created: Awaited<ReturnType<typeof records.create>>[] = []
        for (const { id, slot, change } of missing) {
          const after = applyMappingChange(undefined, slot, change, now())
          created.push(await records.create(id, after))
          const what = 'mapping saved'
          await recordChange(transaction, { at: now(), by: person, what, subject: id, after })
        }
        return created
      })
      return {
        from: quarterOfMeeting(from ?? to),
        ...(from ? { fromMeeting: from.meeting } : {}),
        made,
      }
    },
  }
}

/** The last meeting of the same body before a meeting that has papers; undefined if there is none. */
function lastWithPapers(
  to: OtherMeeting,
  all: readonly Pick<ResourceMapping, 'id'>[],
): OtherMeeting | undefined {
  const earlier = all.flatMap(({ id }): OtherMeeting[] => {
    const slot = slotOf(id)
    if (slot?.kind !== 'meeting' || isQuarterly(slot)) return []
    return isOfSameBody(slot, to) && compareMeetings(slot, to) < 0
      ? [{ meeting: slot.meeting }]
      : []
  })
  return earlier.toSorted(compareMeetings).at(-1)
}

/** Refuses a meeting that papers can't be copied from: another list's places mean nothing to a quarter. */
export function refuseOtherBody(to: MeetingRef, from: MeetingRef): void {
  if (isQuarterly(to) && isQuarterly(from)) {
    if (!isSameMeeting(to, from)) return
    throw new Refusal('invalid', 'A quarter can’t be copied to itself.')
  }
  const isOfBody = !isQuarterly(to) && !isQuarterly(from) && isOfSameBody(to, from)
  if (isOfBody && !isSameMeeting(to, from)) return
  throw new Refusal('invalid', 'Please choose another meeting of the same body.')
}

function isOfSameBody(a: OtherMeeting, b: OtherMeeting): boolean {
  return bodyOfMeeting(a) === bodyOfMeeting(b)
}
