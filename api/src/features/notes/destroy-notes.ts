import { AsyncLocalStorage } from 'node:async_hooks'
import { isSameMeeting, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import * as z from 'zod/mini'
import { recordChange } from '../../platform/audit/record-change.ts'
import { createJob, type Job } from '../../platform/background/jobs.ts'
import {
  heldLease,
  isHeld,
  keepRenewing,
  LeaseLost,
  mustHold,
  releasedLease,
} from '../../platform/background/lease.ts'
import { settledTime } from '../../platform/background/settled-time.ts'
import type { Log } from '../../platform/log.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { refuseWhileDamaged } from '../../platform/store/store-damage.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
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

/** Runs at the start, every hour, and when another instance's lease has ended. */
export type NoteDestruction = Job & {
  /** Destroys the notes that are due, unless another instance is doing so. */
  run: () => Promise<void>
}

/** In ms. */
const interval = 3_600_000
/** Notes per transaction; Firestore allows 500 writes, up to three for a note. */
const atOnce = 100

type Parts = {
  store: DocumentStore
  policy: Pick<NotesPolicyService, 'isDue' | 'meetingsOf'>
  /** Deletes files made from a person's notes. */
  deleteDerivedFiles: (uid: string) => Promise<void>
  now: () => Date
  log: Log
}

/** Thrown if the policy has changed. The next run uses the new one. */
class PolicyChanged extends Error {}

/**
 * Destroys notes by the foundation's policy. Each transaction also stores the meetings and the owners: the meetings so
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
  /** Takes the lease and returns its token; undefined while another run holds it. */
  const take = () =>
    store.transaction(async (transaction) => {
      const known = await stateIn(transaction).get(destructionId)
      if (known && isHeld(store, known.lease, now())) return undefined
      const { unrecorded = [], owners = [] } = known ?? {}
      const token = (known?.lease.token ?? 0) + 1
      await put(transaction, { lease: heldLease(token, now()), unrecorded, owners })
      return token
    })

  /** Reads the state inside a transaction; throws if the lease is lost. */
  const own = async (transaction: StoreOperations, token: number): Promise<DestructionState> => {
    const known = await stateIn(transaction).get(destructionId)
    mustHold(known?.lease, token)
    return z.parse(destructionState, bodyOf(known!))
  }

  const changeLease = (token: number, leaseAt: typeof heldLease<number>) =>
    store.transaction(async (transaction) =>
      put(transaction, { ...(await own(transaction, token)), lease: leaseAt(token, now()) }),
    )

  const destroy = (notes: readonly KeptNote[], revision: number, token: number) =>
    store.transaction(async (transaction) => {
      const state = await own(transaction, token)
      const cached = await policyIn(transaction).get(policyId)
      const days = cached?.days
      if (cached?.revision !== revision || days === undefined) throw new PolicyChanged()
      const meetings = notes.flatMap(({ documentId }) => policy.meetingsOf(documentId))
      const { unrecorded, owners } = state
      const added = distinct(meetings).filter(
        (meeting) => !unrecorded.some((known) => isSameMeeting(known.quarter, meeting)),
      )
      const remove = await removalOf(transaction, notes, now())
      await put(transaction, {
        lease: heldLease(token, now()),
        unrecorded: [...unrecorded, ...added.map((meeting) => ({ quarter: meeting, days }))],
        owners: [...new Set([...owners, ...notes.map(({ uid }) => uid)])],
      })
      await remove()
    })

  /** Runs after the notes are destroyed, so that files made from them can't be made again. */
  const forget = async () => {
    const { owners = [] } = (await stateIn(store).get(destructionId)) ?? {}
    for (const uid of owners) await deleteDerivedFiles(uid)
  }

  const record = (token: number) =>
    store.transaction(async (transaction) => {
      const { unrecorded } = await own(transaction, token)
      await put(transaction, { lease: releasedLease(token, now()), unrecorded: [], owners: [] })
      for (const { quarter: meeting, days } of unrecorded) {
        await recordChange(transaction, {
          at: now(),
          by: { portal: 'retention' },
          what: 'notes destroyed',
          subject: meetingId(meeting),
          after: { daysAfterMeeting: days },
        })
      }
      return unrecorded.length
    })

  const attempt = async (signal?: AbortSignal): Promise<'held' | undefined> => {
    // A note's day depends on papers, meetings and agendas.
    refuseWhileDamaged(store)
    const stored = await policyIn(store).get(policyId)
    const left = await stateIn(store).get(destructionId)
    const isLeft = left !== undefined && left.unrecorded.length + left.owners.length > 0
    if (stored?.days === undefined && !isLeft) return undefined
    const token = await take()
    if (token === undefined) return 'held'
    const stopRenewing = keepRenewing(
      () => changeLease(token, heldLease),
      // The next write fails as well, and ends the run.
      () => undefined,
    )
    try {
      if (stored?.days !== undefined) {
        for await (const due of dueNotes(stored)) {
          signal?.throwIfAborted()
          await destroy(due, stored.revision, token)
        }
      }
      await forget()
      const meetings = await record(token)
      if (meetings > 0) log.info('notes destroyed by the policy', { meetings })
    } catch (error) {
      if (error instanceof LeaseLost) return 'held'
      if (!signal?.aborted && !(error instanceof PolicyChanged)) throw error
      await changeLease(token, releasedLease)
    } finally {
      stopRenewing()
    }
    return undefined
  }

  async function* dueNotes(rules: z.infer<typeof storedPolicy>): AsyncGenerator<KeptNote[]> {
    const at = await settledTime({ store, now, log })
    for await (const page of notesCollection.raw(store).pages()) {
      const due = page
        .flatMap((stored) => asNote(stored) ?? [])
        .filter((note) => policy.isDue(note, rules, at))
      for (let from = 0; from < due.length; from += atOnce) yield due.slice(from, from + atOnce)
    }
  }

  let running: Promise<'held' | undefined> | undefined
  const inBackground = AsyncLocalStorage.snapshot()
  const run = (signal?: AbortSignal) =>
    (running ??= inBackground(() => attempt(signal)).finally(() => (running = undefined)))

  const job = createJob(
    {
      name: 'note-destruction',
      does: 'destroys notes by the foundation’s policy',
      every: interval,
      failure: 'notes were not destroyed yet',
      run,
      lease: async () => (await stateIn(store).get(destructionId))?.lease,
    },
    { now, log },
  )
  return {
    ...job,
    async run() {
      await run()
    },
  }
}

function policyIn(transaction: StoreOperations) {
  return policyCollection.in(transaction)
}

function stateIn(transaction: StoreOperations) {
  return destructionCollection.in(transaction)
}

async function put(
  transaction: StoreOperations,
  state: DestructionState,
): Promise<DestructionState> {
  return stateIn(transaction).put(
    destructionId,
    state,
    await stateIn(transaction).get(destructionId),
  )
}

function distinct(meetings: readonly MeetingRef[]): MeetingRef[] {
  return [...new Map(meetings.map((meeting) => [meetingId(meeting), meeting])).values()]
}
