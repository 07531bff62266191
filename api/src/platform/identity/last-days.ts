import { type Day, dayInWords, dayOf } from '@portal/domain/days'
import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'
import type { Log } from '../log.ts'
import { defineCollection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'

/**
 * Collection `last_days`, id is the uid: the last day on which an account is let in, in the foundation's zone. Every
 * instance watches it, so access ends at 24:00 without a job having to run.
 */
const lastDay = z.object({ day: z.string() })

const lastDaysCollection = defineCollection('last_days', lastDay)

export type LastDays = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  get: (uid: string) => Day | undefined
  /** Whether the account's last day is over. */
  hasEnded: (uid: string) => boolean
  /** Refuses an account whose last day is over with `unauthenticated`. */
  refuseEnded: (uid: string) => void
}

type Parts = { store: DocumentStore; timeZone: string; now: () => Date; log: Log }

export function createLastDays({ store, timeZone, now, log }: Parts): LastDays {
  const days = lastDaysCollection.hot(store, (id, cause) =>
    log.error('a stored document can’t be read', { id, cause }),
  )
  const get = (uid: string) => days.get(uid)?.day
  const hasEnded = (uid: string) => {
    const day = get(uid)
    return day !== undefined && dayOf(now(), timeZone) > day
  }
  return {
    ready: days.ready,
    version: days.version,
    get,
    hasEnded,
    refuseEnded(uid) {
      if (!hasEnded(uid)) return
      throw new Refusal(
        'unauthenticated',
        `Your access to this portal ended on ${dayInWords(get(uid)!)}. Please contact an administrator.`,
      )
    },
  }
}

/** Sets or removes an account's last day, and returns the one before. */
export async function saveLastDay(
  transaction: StoreOperations,
  uid: string,
  day: Day | undefined,
): Promise<Day | undefined> {
  const records = lastDaysCollection.in(transaction)
  const before = await records.get(uid)
  if (before?.day === day) return day
  if (day !== undefined) await records.put(uid, { day }, before)
  else if (before) await records.delete(uid)
  return before?.day
}

/** Deletes the record, with the account. */
export async function forgetLastDay(transaction: StoreOperations, uid: string): Promise<void> {
  await lastDaysCollection.in(transaction).delete(uid)
}
