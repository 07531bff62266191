import type { MeetingRef } from '@portal/domain/meeting-ref'
import type { SlotCopy } from '@portal/contract/meetings'
import { mappingId, slotOf, quarterId } from '@portal/domain/ids'
import { type Quarter, quarterAfter } from '@portal/domain/quarter'
import { hasPlace, isFilled } from '@portal/domain/quarter-papers'
import { type CopyPlan, planSlotCopy } from '@portal/domain/slot-copy'
import {
  isListed,
  type MeetingSlot,
  type Slot,
  slotName,
  slotsOfQuarter,
} from '@portal/domain/slot-names'
import * as z from 'zod/mini'
import type { SlotAtRevision } from '@portal/contract/mappings'
import type { Person } from '@portal/contract/portal'
import { type Actor, authorOf, recordChange } from '../../platform/audit/record-change.ts'
import { Refusal } from '../../refusal.ts'
import type { Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { staleMessage } from '../../platform/store/stored-body.ts'
import type { ClosedSlots } from './closed-slots.ts'
import { applyMappingChange, slotOfType, type ValidatedChange } from './mapping-change.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'
import { mappingsCollection, type StoredMapping, storedMapping } from './stored-mapping.ts'
import type { AgendasService } from '../agendas/agendas-feature.ts'

type StoredSlot = Stored<Record<string, unknown>>

type Stated = { id: string; revision: number | 'new'; current: StoredSlot | undefined }

type Copying = {
  from: MeetingRef
  to: MeetingRef
  slots: SlotCopy[]
  document: MappingsInMemory['document']
  shownOf: MappingsInMemory['shownOf']
  closed: Pick<ClosedSlots, 'document' | 'refuseOpening'>
  /** What sentences call a meeting. */
  nameOf: (meeting: MeetingRef) => string
  by: Person
  at: Date
}

/** Copies mappings to the same slots of another meeting; returns these slots as they are stored now. */
export async function copyIn(
  transaction: StoreOperations,
  { from, to, slots, document, shownOf, closed, nameOf, by, at }: Copying,
): Promise<StoredSlot[]> {
  refuseRepeatedIds(slots.map(({ materialType }) => materialType))
  // In a transaction every read comes before the first write.
  const read = await Promise.all(
    slots.map(async (copy) => {
      const slot = slotOfType(to, copy.materialType)
      const [sourceId, targetId] = [mappingId({ ...slot, ...from }), mappingId(slot)]
      const [source, target] = await Promise.all([
        mappingsCollection.raw(transaction).get(sourceId),
        mappingsCollection.raw(transaction).get(targetId),
      ])
      if (!source) throw new Refusal('notFound', 'Material Not Found')
      const shown = shownOf(source)
      const plan = planSlotCopy(slot, {
        from,
        to,
        source: shown,
        target: target && shownOf(target),
      })
      const name = (isListed(slot) && shown.title) || slotName(slot)
      const names = { source: `${name} of ${nameOf(from)}`, target: `${name} of ${nameOf(to)}` }
      return { copy, slot, sourceId, targetId, source, target, plan, names }
    }),
  )
  // A repeated request gets its first result.
  const open = read.filter(({ plan }) => plan.kind !== 'same')
  await refuseStaleSlots(
    transaction,
    open.flatMap(({ copy, sourceId, targetId, source, target }) => [
      { id: sourceId, revision: copy.revision, current: source },
      { id: targetId, revision: copy.target, current: target },
    ]),
    shownOf,
  )
  for (const { copy, plan, names } of open) refuseCopy(plan, names, copy.replace)
  const stored: StoredSlot[] = []
  for (const { slot, sourceId, targetId, source, target, plan } of read) {
    if (plan.kind !== 'copies') {
      if (target) stored.push(target)
      continue
    }
    const before = target && z.parse(storedMapping, target)
    const { documentId } = z.parse(storedMapping, source)
    if (documentId !== undefined) closed.document(by, slot, documentId)
    closed.refuseOpening(sourceId, targetId)
    const change = changeOf(z.parse(storedMapping, source), {
      target: before,
      plan,
      slot,
      document,
    })
    const after = applyMappingChange(before, slot, change, at)
    stored.push(await mappingsCollection.raw(transaction).put(targetId, after, target))
    await recordChange(transaction, {
      at,
      by,
      what: 'mapping saved',
      subject: targetId,
      before,
      after,
    })
  }
  return stored
}

type Changing = {
  target: StoredMapping | undefined
  plan: Extract<CopyPlan, { kind: 'copies' }>
  slot: MeetingSlot
  document: MappingsInMemory['document']
}

/** A slot that is set up already keeps its own active flag, and its place while it shows something. */
function changeOf(
  source: StoredMapping,
  { target, plan, slot, document }: Changing,
): ValidatedChange {
  const { title = '', cardImage = '', active, documentId = '', embedUrl, embedType } = source
  const isPlaced = isListed(slot) ? hasPlace(target) : isFilled(target)
  const change = {
    title,
    cardImage,
    ...(target ? {} : { active }),
    ...(source.order === undefined || isPlaced ? {} : { order: source.order }),
  }
  if (!plan.parts.includes('content')) return change
  if (embedUrl) return { ...change, embedUrl, ...(embedType ? { embedType } : {}) }
  const { mime_type: mimeType, name } = document(documentId)!
  return { ...change, document: { id: documentId, mimeType, name } }
}

const reasons = {
  empty: 'it has no document or embed',
  native: 'its agenda is written in the portal',
  gone: 'its document is no longer in the drive',
}

function refuseCopy(
  plan: CopyPlan,
  { source, target: name }: { source: string; target: string },
  replace: boolean | undefined,
): void {
  if (plan.kind === 'impossible') {
    const sentence =
      plan.why === 'nativeTarget'
        ? `${name} can’t show a document: its agenda is written in the portal.`
        : `${source} can’t be copied: ${reasons[plan.why]}.`
    throw new Refusal('invalid', sentence)
  }
  if (plan.kind === 'copies' && plan.replaces.length > 0 && !replace) {
    throw new Refusal(
      'confirmationRequired',
      `${name} is set up already. Confirm that the copy replaces it.`,
    )
  }
}

type Activation = {
  active: boolean
  slots: SlotAtRevision[]
  shownOf: MappingsInMemory['shownOf']
  by: Actor
  at: Date
}

/** Shows all of these slots to members, or hides them; returns them as they are stored now. */
export async function activateIn(
  transaction: StoreOperations,
  { active, slots, shownOf, by, at }: Activation,
): Promise<StoredSlot[]> {
  refuseRepeatedIds(slots.map(({ id }) => id))
  // In a transaction every read comes before the first write.
  const read = await Promise.all(
    slots.map(async ({ id, revision }) => {
      const slot = slotOf(id)
      const current = slot && (await mappingsCollection.raw(transaction).get(id))
      if (!slot || !current) throw new Refusal('notFound', 'Material Not Found')
      return { id, slot, revision, current, before: z.parse(storedMapping, current) }
    }),
  )
  // A repeated request gets its first result.
  const isDone = (slot: (typeof read)[number]) => slot.before.active === active
  await refuseStaleSlots(
    transaction,
    read.filter((candidate) => !isDone(candidate)),
    shownOf,
  )
  const stored: StoredSlot[] = []
  for (const known of read) {
    const { id, slot, current, before } = known
    if (isDone(known)) {
      stored.push(current)
      continue
    }
    const after = applyMappingChange(before, slot, { active }, at)
    stored.push(await mappingsCollection.raw(transaction).update(id, after, current.revision))
    await recordChange(transaction, { at, by, what: 'mapping saved', subject: id, before, after })
  }
  return stored
}

/**
 * Refuses a request about many slots if any of them has changed since its revision; shows all that have, by id, and
 * names their author if one person has saved them all.
 */
async function refuseStaleSlots(
  transaction: StoreOperations,
  slots: readonly Stated[],
  shownOf: MappingsInMemory['shownOf'],
): Promise<void> {
  const stale = slots.filter(({ revision, current }) => (current?.revision ?? 'new') !== revision)
  if (stale.length === 0) return
  const stored = stale.flatMap(({ id, current }) => (current ? [[id, shownOf(current)]] : []))
  const authors = new Set(
    await Promise.all(stale.map(({ id, current }) => authorOf(transaction, id, current))),
  )
  const [currentBy] = authors
  throw new Refusal('stale', staleMessage, {
    current: Object.fromEntries(stored),
    ...(authors.size === 1 && currentBy !== undefined && { currentBy }),
  })
}

function refuseRepeatedIds(ids: readonly string[]): void {
  if (new Set(ids).size < ids.length) {
    throw new Refusal('invalid', 'A slot can be named only once.')
  }
}

type Preparing = {
  to: Quarter
  isSetAside: (slot: Slot) => boolean
  agendas: Pick<AgendasService, 'missingDraft'>
  by: Person
  at: Date
}

/** Sets up the slots without a mapping like the slots of the previous quarter; returns the new mappings. */
export async function prepareSlots(
  transaction: StoreOperations,
  { to, isSetAside, agendas, by, at }: Preparing,
): Promise<Stored<Record<string, unknown>>[]> {
  const from = quarterAfter(to, -1)
  const missing = await Promise.all(
    slotsOfQuarter(to)
      .filter((slot) => !isSetAside(slot))
      .map((slot) => setUpWhereMissing(transaction, from, slot)),
  )
  const setUps = missing.filter((setUp) => setUp !== undefined)
  if (setUps.length === 0) return []
  const isNative = setUps.some(({ body }) => body.mode === 'native')
  const draft = isNative ? await agendas.missingDraft(transaction, by, to) : undefined
  const made: Stored<Record<string, unknown>>[] = []
  for (const { id, body } of setUps)
    made.push(await mappingsCollection.raw(transaction).create(id, body))
  await draft?.()
  await recordChange(transaction, {
    at,
    by,
    what: 'quarter prepared',
    subject: quarterId(to),
    after: Object.fromEntries(setUps.map(({ id, body }) => [id, body])),
  })
  return made
}

async function setUpWhereMissing(
  transaction: StoreOperations,
  from: Quarter,
  slot: MeetingSlot,
): Promise<{ id: string; body: StoredMapping } | undefined> {
  const { kind: _, ...named } = slot
  const id = mappingId(slot)
  const [model, present] = await Promise.all([
    mappingsCollection.raw(transaction).get(mappingId({ ...slot, ...from })),
    mappingsCollection.raw(transaction).get(id),
  ])
  if (present || !model) return undefined
  const read = z.safeParse(storedMapping, model)
  if (!read.success) return undefined
  return { id, body: { ...named, ...setUpOf(read.data) } }
}

/** The part of a slot that is independent of the quarter: papers and embeds aren't. */
function setUpOf({
  title,
  cardImage,
  active,
  mode,
  order,
  notNeeded,
}: StoredMapping): StoredMapping {
  return {
    active,
    ...(notNeeded === undefined ? {} : { notNeeded }),
    ...(title === undefined ? {} : { title }),
    ...(cardImage === undefined ? {} : { cardImage }),
    ...(mode === undefined ? {} : { mode }),
    ...(order === undefined ? {} : { order }),
  }
}
