import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { quarterId } from '@portal/domain/ids'
import { compareQuarters, type Quarter } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { recordChange } from '../audit/record-change.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { collection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { readAll } from '../store/read-all.ts'
import { bodyOf } from '../store/stored-body.ts'
import { removalOf } from './note-usage.ts'
import type { NotesPolicyService } from './notes-policy-service.ts'
import { asNote, type KeptNote, notesCollection } from './stored-note.ts'
import {
  destructionCollection,
  destructionId,
  type DestructionState,
  destructionState,
  policyCollection,
  policyId,
  storedPolicy,
} from './stored-policy.ts'

export type NoteDestruction = {
  /** Destroys the notes that are due, unless another instance is doing so. */
  run: () => Promise<void>
  /** Runs now, every hour, and when another instance's lease has ended; returns a function that stops it. */
  start: () => () => void
}

/** In ms. */
const interval = 3_600_000
const leaseTime = 120_000
/** Notes per transaction; Firestore allows 500 writes, up to three for a note. */
const atOnce = 100

type Parts = {
  store: DocumentStore
  policy: Pick<NotesPolicyService, 'isDue' | 'quartersOf'>
  /** Deletes files made from a person's notes. */
  deleteDerivedFiles: (uid: string) => Promise<void>
  now: () => Date
  log: Log
}

/** Thrown if another instance has taken over or the policy has changed. The next run uses the new policy. */
class Overtaken extends Error {}

/**
 * Destroys notes by the foundation's policy. Each transaction also stores the quarters and the owners: the quarters so
 * that the audit gets its entries even if the process is killed, and the owners so that their board books with these
 * notes are deleted at the end. The audit entries name the rule and the time, but neither notes nor owners.
 */
export function createNoteDestruction({
  store,
  policy,
  deleteDerivedFiles,
  now,
  log,
}: Parts): NoteDestruction {
  const holder = randomUUID()
  const lease = () => ({ holder, expiresAt: new Date(now().getTime() + leaseTime).toISOString() })

  /** Takes the lease; returns undefined while another instance holds it. */
  const take = () =>
    store.transaction(async (inside) => {
      const found = await stateIn(inside).get(destructionId)
      const isHeld = found && Date.parse(found.lease.expiresAt) > now().getTime()
      if (isHeld && found.lease.holder !== holder) return undefined
      const { unrecorded = [], owners = [] } = found ?? {}
      return put(inside, { lease: lease(), unrecorded, owners })
    })

  /** Reads the state inside a transaction; throws if the lease is lost. */
  const own = async (inside: StoreOperations): Promise<DestructionState> => {
    const found = await stateIn(inside).get(destructionId)
    if (found?.lease.holder !== holder) throw new Overtaken()
    return z.parse(destructionState, bodyOf(found))
  }

  const destroy = (notes: readonly KeptNote[], revision: number) =>
    store.transaction(async (inside) => {
      const state = await own(inside)
      const found = await policyIn(inside).get(policyId)
      const days = found?.days
      if (found?.revision !== revision || days === undefined) throw new Overtaken()
      const quarters = notes.flatMap(({ documentId }) => policy.quartersOf(documentId))
      const { unrecorded, owners } = state
      const added = distinct(quarters).filter(
        (one) => !unrecorded.some((known) => compareQuarters(known.quarter, one) === 0),
      )
      const remove = await removalOf(inside, notes, now())
      await put(inside, {
        lease: lease(),
        unrecorded: [...unrecorded, ...added.map((quarter) => ({ quarter, days }))],
        owners: [...new Set([...owners, ...notes.map(({ uid }) => uid)])],
      })
      await remove()
    })

  /** Runs after the notes are destroyed, so that files made from them can't be made again. */
  const forget = async () => {
    const { owners = [] } = (await stateIn(store).get(destructionId)) ?? {}
    for (const uid of owners) await deleteDerivedFiles(uid)
  }

  const record = () =>
    store.transaction(async (inside) => {
      const { unrecorded } = await own(inside)
      const ended = { holder, expiresAt: now().toISOString() }
      await put(inside, { lease: ended, unrecorded: [], owners: [] })
      for (const { quarter, days } of unrecorded) {
        await recordChange(inside, {
          at: now(),
          by: { portal: 'retention' },
          what: 'notes destroyed',
          subject: quarterId(quarter),
          after: { daysAfterMeeting: days },
        })
      }
      return unrecorded.length
    })

  /** Returns false if another instance's lease is still valid. */
  const attemptNow = async (): Promise<boolean> => {
    const found = await policyIn(store).get(policyId)
    const left = await stateIn(store).get(destructionId)
    const isLeft = left !== undefined && left.unrecorded.length + left.owners.length > 0
    if (found?.days === undefined && !isLeft) return true
    if (!(await take())) return false
    try {
      if (found?.days !== undefined) {
        for await (const due of dueNotes(found)) await destroy(due, found.revision)
      }
      await forget()
      const quarters = await record()
      if (quarters > 0) log.info('notes destroyed by the policy', { quarters })
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    }
    return true
  }

  async function* dueNotes(found: z.infer<typeof storedPolicy>): AsyncGenerator<KeptNote[]> {
    for await (const page of readAll(store, notesCollection)) {
      const due = page
        .flatMap((stored) => asNote(stored) ?? [])
        .filter((note) => policy.isDue(note, found))
      for (let from = 0; from < due.length; from += atOnce) yield due.slice(from, from + atOnce)
    }
  }

  let running: Promise<boolean> | undefined
  const inBackground = AsyncLocalStorage.snapshot()
  /** Joins a run in progress: two runs of one instance share a lease and would record everything twice. */
  const attempt = () => (running ??= inBackground(attemptNow).finally(() => (running = undefined)))

  /** Resolves to undefined if it failed; the next hourly run tries again. */
  const attemptAndLog = () =>
    attempt().catch((cause: unknown) => {
      if (cause instanceof Refusal) log.warn('notes were not destroyed yet', { cause })
      else log.error('defect', { cause })
      return undefined
    })

  return {
    async run() {
      await attempt()
    },
    start() {
      let retry: NodeJS.Timeout | undefined
      let isStopped = false
      const runAgain = async () => {
        const isDone = await attemptAndLog()
        // A killed process leaves its lease behind: retry when the lease ends, not after an hour.
        if (isDone === false && !isStopped) {
          clearTimeout(retry)
          retry = setTimeout(() => void runAgain(), leaseTime).unref()
        }
      }
      void runAgain()
      const timer = setInterval(() => void runAgain(), interval).unref()
      return () => {
        isStopped = true
        clearInterval(timer)
        clearTimeout(retry)
      }
    },
  }
}

function policyIn(inside: StoreOperations) {
  return collection(inside, policyCollection, storedPolicy)
}

function stateIn(inside: StoreOperations) {
  return collection(inside, destructionCollection, destructionState)
}

async function put(inside: StoreOperations, state: DestructionState): Promise<DestructionState> {
  const found = await stateIn(inside).get(destructionId)
  if (found) return stateIn(inside).update(destructionId, state, found.revision)
  return stateIn(inside).create(destructionId, state)
}

function distinct(quarters: readonly Quarter[]): Quarter[] {
  return [...new Map(quarters.map((one) => [quarterId(one), one])).values()]
}
