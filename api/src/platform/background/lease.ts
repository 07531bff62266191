import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { DocumentStore } from '../store/document-store.ts'

/** The holder of this process's leases. Host name and process id are no identity: containers often share both. */
export const processId = randomUUID()

/** How long a lease is valid after its last renewal, in ms. */
export const leaseTime = 30_000

export type Lease<Token extends string | number = number> = {
  /** Changes with every takeover. A run may write only while the record has the run's own token. */
  token: Token
  /** The holder's `processId`; `host:pid` or `host:uuid:pid` in records of earlier versions. */
  holder: string
  /** ISO 8601, UTC. */
  expiresAt: string
}

export const leaseOf = <S extends z.ZodMiniType>(token: S) =>
  z.object({ token, holder: z.string(), expiresAt: z.string() })

/** The token of a lease that earlier versions stored without one. */
export const laterToken = z._default(z.number(), 0)

/** Thrown in a run whose lease another process has taken, or whose record is gone. */
export class LeaseLost extends Error {}

/** A new lease of this process, or a renewed one. */
export function heldLease<T extends string | number>(token: T, now: Date): Lease<T> {
  return { token, holder: processId, expiresAt: expiryAfter(leaseTime, now) }
}

/** `time` in ms. */
export function expiryAfter(time: number, now: Date): string {
  return new Date(now.getTime() + time).toISOString()
}

/**
 * How far ahead a lease may end, in ms. One that ends later was written by a clock that was wrong, and would keep its
 * job from everyone until then.
 */
const furthestEnd = 3_600_000

export function hasExpired({ expiresAt }: Pick<Lease, 'expiresAt'>, now: Date): boolean {
  const left = Date.parse(expiresAt) - now.getTime()
  return left <= 0 || left > furthestEnd
}

/** The lease of a run that stops before its job is done, so that another process can continue at once. */
export function releasedLease<T extends string | number>(token: T, now: Date): Lease<T> {
  return { ...heldLease(token, now), expiresAt: now.toISOString() }
}

/** Whether the holder may still be running. */
export function isHeld(
  store: Pick<DocumentStore, 'hasEnded'>,
  lease: Lease<string | number>,
  now: Date,
): boolean {
  return !hasExpired(lease, now) && !store.hasEnded?.(lease.holder)
}

/**
 * Called in the transaction of a write: throws `LeaseLost` unless the record still has the lease of this run. An
 * earlier version writes some leases without a token, so the token alone doesn't prove it.
 */
export function mustHold<T extends string | number>(lease: Lease<T> | undefined, token: T): void {
  if (lease?.token !== token || lease.holder !== processId) throw new LeaseLost()
}

/**
 * Calls `renew` several times per lease; returns a function that stops it. A renewal that fails otherwise than by
 * `LeaseLost` is ignored: the next one, or the run's next write, shows whether the lease is lost.
 */
export function keepRenewing(
  renew: () => Promise<unknown>,
  onLost: (error: LeaseLost) => void,
): () => void {
  const timer = setInterval(() => {
    renew().catch((error: unknown) => {
      if (error instanceof LeaseLost) onLost(error)
    })
  }, leaseTime / 6)
  timer.unref()
  return () => clearInterval(timer)
}
