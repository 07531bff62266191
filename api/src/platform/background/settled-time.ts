import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { defineCollection } from '../store/collection.ts'
import type { DocumentStore } from '../store/document-store.ts'

const day = 86_400_000
/** A clock that has moved further between two looks has jumped, or the portal was switched off. In ms. */
const longestGap = 3 * day
/** How long nothing is deleted for its age after a jump, in ms. */
const waitAfterJump = 7 * day
/** How much the clock moves before it is recorded again, in ms. */
const precision = 1_800_000

const clockRecord = z.object({
  /** The clock at the last look of any instance. */
  seenAt: z.string(),
  /** A jump that isn't trusted yet: the time before it, and when it will be. */
  jump: z.optional(z.object({ from: z.string(), until: z.string() })),
})
type ClockRecord = z.infer<typeof clockRecord>
/** One document, shared by all instances. */
const clockCollection = defineCollection('clock', clockRecord)
const clockId = 'clock'

type Parts = { store: DocumentStore; now: () => Date; log: Log }

/**
 * The time by which jobs decide what is old enough to be deleted. After the clock has jumped ahead it is the time before
 * the jump, for a week: a clock that is a year ahead would make everything old at once.
 */
export async function settledTime({ store, now, log }: Parts): Promise<Date> {
  const known = await clockCollection.in(store).get(clockId)
  if (known && isCurrent(known, now())) return timeOf(known, now())
  const { before, after } = await store.transaction(async (transaction) => {
    const stored = await clockCollection.in(transaction).get(clockId)
    const next = afterLook(stored, now())
    await clockCollection.in(transaction).put(clockId, next, stored)
    return { before: stored, after: next }
  })
  if (after.jump && before?.jump?.until !== after.jump.until) {
    log.warn('the clock has jumped ahead: nothing is deleted for its age', after.jump)
  }
  return timeOf(after, now())
}

/** The jump that is being waited out, for the operator. */
export async function unsettledJump(store: DocumentStore): Promise<ClockRecord['jump']> {
  return (await clockCollection.in(store).get(clockId))?.jump
}

/** Whether nothing needs to be recorded. */
function isCurrent({ seenAt, jump }: ClockRecord, at: Date): boolean {
  const isOver = jump !== undefined && at.getTime() >= Date.parse(jump.until)
  return !isOver && Math.abs(at.getTime() - Date.parse(seenAt)) < precision
}

function timeOf({ jump }: ClockRecord, at: Date): Date {
  return jump ? new Date(jump.from) : at
}

/** The record after a look at the clock. */
function afterLook(before: ClockRecord | undefined, at: Date): ClockRecord {
  const seenAt = at.toISOString()
  if (!before) return { seenAt }
  const moved = at.getTime() - Date.parse(before.seenAt)
  if (moved > longestGap) {
    const until = new Date(at.getTime() + waitAfterJump).toISOString()
    return { seenAt, jump: { from: before.jump?.from ?? before.seenAt, until } }
  }
  const isSetBack = moved < -longestGap
  const isOver = before.jump !== undefined && seenAt >= before.jump.until
  if (!before.jump || isSetBack || isOver) return { seenAt }
  return { seenAt, jump: before.jump }
}
