import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { bodyOf } from '../store/stored-body.ts'
import * as z from 'zod/mini'
import { exportsIn, storedExport, type StoredExport } from './stored-export.ts'

/** How long a lease is valid after its last renewal, and how often it is renewed, in ms. */
const leaseTime = 60_000
export const renewInterval = leaseTime / 6

/** Thrown in a run that another instance has taken over, or whose export was deleted. */
export class LeaseLost extends Error {}

export type Run = { id: string; token: number; startedAt: string }

type Taking = { store: DocumentStore; holder: string; now: Date }

export function leaseOf(holder: string, now: Date, token: number): StoredExport['lease'] {
  return { token, holder, expiresAt: new Date(now.getTime() + leaseTime).toISOString() }
}

/** Takes over an export whose process has died; undefined if there is none. */
export function takeLeft({ store, holder, now }: Taking): Promise<Run | undefined> {
  return store.transaction(async (inside) => {
    const running = await runningIn(inside)
    if (!running || Date.parse(running.lease.expiresAt) > now.getTime()) return undefined
    const { id, revision, startedAt } = running
    const token = running.lease.token + 1
    const body = z.parse(storedExport, bodyOf(running))
    await exportsIn(inside).update(id, { ...body, lease: leaseOf(holder, now, token) }, revision)
    return { id, token, startedAt }
  })
}

/** The export in progress on any instance. */
export async function runningIn(inside: StoreOperations) {
  const { documents } = await exportsIn(inside).list({ where: { status: 'running' } })
  return documents[0]
}

/** Changes the export's record in a transaction and renews the lease; throws `LeaseLost` if it isn't this run's. */
export function underLease<T>(
  { store, holder, now }: Taking,
  { id, token }: Run,
  work: (inside: StoreOperations) => Promise<{ change: Partial<StoredExport>; result: T }>,
): Promise<T> {
  return store.transaction(async (inside) => {
    const found = await exportsIn(inside).get(id)
    if (found?.status !== 'running' || found.lease.token !== token) throw new LeaseLost()
    const { change, result } = await work(inside)
    const body = { ...z.parse(storedExport, bodyOf(found)), lease: leaseOf(holder, now, token) }
    await exportsIn(inside).update(id, { ...body, ...change }, found.revision)
    return result
  })
}
