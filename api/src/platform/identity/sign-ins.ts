import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { recordAccess } from '../audit/record-access.ts'
import type { Log } from '../log.ts'
import { defineCollection, type RawCollection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { ignoring } from '../../refusal.ts'
import {
  signInExpired,
  signInUnused,
  longestSignInDays,
  type SignInLimits,
  type SignInRule,
} from './sign-in-limits.ts'
import { type SignIn, signInId } from './identity.ts'

/**
 * Collection `sign_ins`, id `<uid>.<second of the sign-in>`, which renewed tokens keep. Confirming one's identity is a
 * new sign-in of the same session.
 */
const signInRecord = z.object({
  uid: z.string(),
  /** Seconds since 1970. */
  signedInAt: z.number(),
  /** Random; shared by the sign-ins that followed each other in one browser. */
  session: z.string(),
  /** When the session started, ISO 8601. */
  startedAt: z.string(),
  lastUsedAt: z.string(),
  device: z.string(),
  location: z.optional(z.string()),
})
export type SignInRecord = z.infer<typeof signInRecord>

const signInsCollection = defineCollection('sign_ins', signInRecord)

/** Where a sign-in comes from. */
export type SignInOrigin = {
  /** `Safari on iPad` */
  device: string
  location?: string | undefined
  /** The same person's previous sign-in in this browser. */
  previous?: SignIn | undefined
}

/** With its owner's e-mail address, for the audit. */
type NamedSignIn = SignIn & { email: string }

type Use = {
  rule: SignInRule
  /** The request wasn't caused by a person; it doesn't count as use. */
  isBackground: boolean
  /** Only called for a sign-in that isn't recorded yet. */
  origin: () => Promise<SignInOrigin>
}

export type SignIns = {
  ready: Promise<void>
  /** Notes that a sign-in is used. Refuses with `unauthenticated` if it is too old, or was unused for too long. */
  use: (signIn: NamedSignIn, use: Use) => void
  /** Records a new sign-in. Repeating it changes nothing. */
  begin: (signIn: NamedSignIn, origin: () => Promise<SignInOrigin>) => Promise<void>
  /** A person's recorded sign-ins that are neither too old nor unused for too long. */
  of: (uid: string, rule: SignInRule) => SignInRecord[]
  /** Deletes records of sign-ins that have ended, or are too old under any setting. */
  prune: (hasEnded: (signIn: SignIn) => boolean) => Promise<void>
  /** Resolves when nothing is being written. */
  settled: () => Promise<void>
}

type Parts = { store: DocumentStore; limits: SignInLimits; now: () => Date; log: Log }

/** In ms. */
const minute = 60_000
const retryAfter = minute

/** Times in ms since 1970. `writtenAt`: when this instance last wrote it, or tried to. */
type Known = { usedAt: number; writtenAt: number }

export function createSignIns({ store, limits, now, log }: Parts): SignIns {
  const records = signInsCollection.hot(
    store,
    (id, cause) => log.error('a stored document can’t be read', { id, cause }),
    'sign-ins',
  )
  const startedAt = now().getTime()
  const known = new Map<string, Known>()
  const writing = new Map<string, Promise<void>>()
  const inBackground = AsyncLocalStorage.snapshot()
  /** Times of use are written rarely: a sign-in may end this much before its limit. */
  const precision = Math.min(10 * minute, ...Object.values(limits).map(({ idle }) => idle / 20))

  const lastUse = (id: string): number | undefined => {
    const here = known.get(id)?.usedAt ?? 0
    const record = records.get(id)
    const last = record ? Math.max(here, Date.parse(record.lastUsedAt)) : here
    return last || undefined
  }

  const create = async (signIn: NamedSignIn, origin: () => Promise<SignInOrigin>) => {
    const { device, location, previous } = await origin()
    const before = previous && records.get(signInId(previous))
    const at = now().toISOString()
    const record: SignInRecord = {
      uid: signIn.uid,
      signedInAt: signIn.signedInAt,
      session: before?.session ?? randomUUID(),
      startedAt: before?.startedAt ?? at,
      lastUsedAt: at,
      device,
      ...(location === undefined ? {} : { location }),
    }
    const { uid, email } = signIn
    const added = store.transaction(async (transaction) => {
      await signInsCollection.in(transaction).create(signInId(signIn), record)
      await recordAccess(transaction, {
        at: new Date(at),
        by: { uid, email },
        what: before ? 'signed in again' : 'signed in',
        subject: device,
        ...(location !== undefined && { after: { location } }),
      })
    })
    // Another instance, or an earlier request, may have created it.
    await added.catch(ignoring('conflict'))
  }

  const write = async (id: string, work: () => Promise<void>) => {
    const running = writing.get(id)
    if (running) return running
    const written = work().finally(() => writing.delete(id))
    writing.set(id, written)
    return written
  }

  let hasFailed = false
  /** The request doesn't wait: the time of use is written with a later one if this fails. */
  const writeLater = (id: string, times: Known, work: () => Promise<void>) => {
    times.writtenAt = times.usedAt
    inBackground(() => write(id, work)).then(
      () => (hasFailed = false),
      (cause: unknown) => {
        times.writtenAt = times.usedAt - precision + retryAfter
        if (!hasFailed) log.warn('The use of sign-ins can’t be recorded at the moment.', { cause })
        hasFailed = true
      },
    )
  }

  const touch = async (id: string) => {
    const record = records.get(id)
    if (!record) return
    const { revision, updatedAt: _, id: __, ...body } = record
    const next = { ...body, lastUsedAt: new Date(known.get(id)!.usedAt).toISOString() }
    // Another instance may have noted a use at the same time.
    await signInsCollection
      .in(store)
      .update(id, next, revision)
      .catch(ignoring('stale', 'notFound'))
  }

  return {
    ready: records.ready,
    use(signIn, { rule, isBackground, origin }) {
      const time = now().getTime()
      const { longest, idle } = limits[rule]
      if (time - signIn.signedInAt * 1000 > longest) throw signInExpired()
      const id = signInId(signIn)
      // Any sign-in from before may be the one whose last use is damaged.
      if (records.hasDamage() && signIn.signedInAt * 1000 <= startedAt) throw signInExpired()
      const last = lastUse(id)
      if (last !== undefined && time - last > idle) throw signInUnused()
      if (isBackground && last !== undefined) return
      const times = known.get(id) ?? { usedAt: time, writtenAt: 0 }
      known.set(id, times)
      times.usedAt = time
      if (time - times.writtenAt < precision) return
      const isRecorded = records.get(id) !== undefined
      writeLater(id, times, () => (isRecorded ? touch(id) : create(signIn, origin)))
    },
    async begin(signIn, origin) {
      const id = signInId(signIn)
      if (!records.get(id)) await write(id, () => create(signIn, origin))
    },
    of(uid, rule) {
      const time = now().getTime()
      const { longest, idle } = limits[rule]
      const all: SignInRecord[] = []
      for (const record of records.all()) {
        if (record.uid !== uid) continue
        const last = lastUse(record.id)!
        const isOver = time - record.signedInAt * 1000 > longest || time - last > idle
        if (!isOver) all.push({ ...record, lastUsedAt: new Date(last).toISOString() })
      }
      return all
    },
    async prune(hasEnded) {
      const oldest = oldestSignIn(now())
      for (const record of records.all()) {
        if (record.signedInAt >= oldest && !hasEnded(record)) continue
        known.delete(record.id)
        await signInsCollection.in(store).delete(record.id).catch(ignoring('notFound'))
      }
    },
    async settled() {
      await Promise.allSettled(writing.values())
    },
  }
}

/** Sign-ins before this second have ended under any setting. */
export function oldestSignIn(now: Date): number {
  return now.getTime() / 1000 - (longestSignInDays + 1) * 86_400
}

/** Deletes the records of all sign-ins of a person. */
export async function forgetSignIns(store: StoreOperations, uid: string): Promise<void> {
  await deleteRecordsOf(signInsCollection.raw(store), uid)
}

/** A person's recorded sign-ins, those that have ended too, the newest first. */
export async function recordedSignIns(store: StoreOperations, uid: string) {
  const { documents } = await signInsCollection.in(store).list(recordsOf(uid))
  return documents
    .filter((record) => record.uid === uid)
    .map(({ device, location, startedAt, lastUsedAt }) => ({
      device,
      ...(location === undefined ? {} : { location }),
      startedAt,
      lastUsedAt,
    }))
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
}

/** The range of ids of a person's sign-ins: `/` follows `.`. A uid may begin like another one. */
function recordsOf(uid: string) {
  return { orderBy: 'id', from: `${uid}.`, to: `${uid}/` }
}

/** Deletes the documents whose ids are those of a person's sign-ins. */
export async function deleteRecordsOf(collection: RawCollection, uid: string): Promise<void> {
  for await (const documents of collection.pages(recordsOf(uid))) {
    for (const { id } of documents) {
      if (id.slice(0, id.lastIndexOf('.')) === uid) await collection.delete(id)
    }
  }
}
