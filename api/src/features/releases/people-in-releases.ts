import type { Carried } from '@portal/contract/leaving'
import { comparableEmail } from '@portal/domain/email-address'
import { type Actor, recordChange } from '../../platform/audit/record-change.ts'
import type * as z from 'zod/mini'
import type { CollectionDefinition } from '../../platform/store/collection.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { forgetGrants } from './overrides/override-grants.ts'
import { type StoredPreview, isRunning, previewsCollection } from './previews/preview-records.ts'
import {
  expiryOf,
  hasExpired,
  releaseTokensCollection,
  shownToken,
} from './publishing/release-tokens.ts'
import { pipelinesCollection, shownPipeline } from './pipelines/trusted-pipelines.ts'
import { candidateNoticesCollection } from './pointers/candidate-notices.ts'
import { cohortsCollection, releaseKey } from './release-records.ts'

type Owned = { createdBy: string; owner?: string | undefined }
type HandOver = { by: Actor; from: string; to: string }
type StoredToken = Parameters<typeof hasExpired>[0] & {
  revokedAt?: string | undefined
  pipeline?: string | undefined
}

const isOwnedBy = (email: string) => {
  const address = comparableEmail(email)
  return ({ createdBy, owner = createdBy }: Owned) => comparableEmail(owner) === address
}

/** A pipeline's own tokens end within half an hour. */
const hasEnded = (token: StoredToken, at: Date) =>
  token.revokedAt !== undefined || token.pipeline !== undefined || hasExpired(token, at)

type Parts = { store: DocumentStore; now: () => Date }

/** What carries a person's name among the releases. */
export function createPeopleInReleases({ store, now }: Parts) {
  /** Takes a person out of a remote's cohorts. */
  const leaveCohorts = (by: Actor, remote: string, isOther: (email: string) => boolean) =>
    store.transaction(async (transaction) => {
      const cohorts = cohortsCollection.in(transaction)
      const stored = await cohorts.get(remote)
      if (!stored || [...stored.qa, ...stored.team].every(isOther)) return
      const next = { qa: stored.qa.filter(isOther), team: stored.team.filter(isOther) }
      await cohorts.update(remote, next, stored.revision)
      await recordChange(transaction, {
        at: now(),
        by,
        what: 'release cohorts saved',
        subject: remote,
        before: bodyOf(stored),
        after: next,
      })
    })

  /** Takes a person out of a preview, which ends with the last one. */
  const leavePreview = (by: Actor, id: string, isOther: (email: string) => boolean) =>
    store.transaction(async (transaction) => {
      const previews = previewsCollection.in(transaction)
      const stored = await previews.get(id)
      if (!stored || stored.people.every(isOther)) return
      const at = now()
      const people = stored.people.filter(isOther)
      const ends = people.length === 0 && isRunning(stored, at)
      const next = { ...(bodyOf(stored) as StoredPreview), people }
      await previews.update(
        id,
        ends ? { ...next, endedAt: at.toISOString() } : next,
        stored.revision,
      )
      if (!isRunning(stored, at)) return
      const { remote, release, expiresAt } = stored
      await recordChange(transaction, {
        at,
        by,
        what: ends ? 'preview ended' : 'preview left',
        subject: releaseKey(remote, release),
        before: { people: stored.people, expiresAt },
        ...(ends ? {} : { after: { people, expiresAt } }),
      })
    })

  /** Makes another admin answer for a person's tokens, or for the pipelines that they trust. */
  const handOverIn = async <S extends Owned>(
    collection: Pick<CollectionDefinition<z.core.$ZodType<S>>, 'in'>,
    { by, from, to, what }: HandOver & { what: string },
    shown: (stored: S & { id: string }) => unknown,
    isOver: (stored: S) => boolean = () => false,
  ) => {
    const isOwn = (stored: S) => isOwnedBy(from)(stored) && !isOver(stored)
    for (const { id } of (await collection.in(store).list()).documents.filter(isOwn)) {
      await store.transaction(async (transaction) => {
        const stored = await collection.in(transaction).get(id)
        if (!stored || !isOwn(stored)) return
        const next = { ...(bodyOf(stored) as S), owner: to }
        const after = await collection.in(transaction).update(id, next, stored.revision)
        const change = { what, subject: id, before: shown(stored), after: shown(after) }
        await recordChange(transaction, { at: now(), by, ...change })
      })
    }
  }

  return {
    /** What carries this address, what has an owner first. */
    async namedIn(email: string): Promise<Carried[]> {
      const at = now()
      const address = comparableEmail(email)
      const isThis = (listed: string) => comparableEmail(listed) === address
      const list = async <T>(found: Promise<{ documents: T[] }>) => (await found).documents
      const tokens = await list(releaseTokensCollection.in(store).list())
      const pipelines = await list(pipelinesCollection.in(store).list())
      const candidates = await list(candidateNoticesCollection.in(store).list())
      const previews = await list(previewsCollection.in(store).list())
      const cohorts = await list(cohortsCollection.in(store).list())
      const running = previews.filter((preview) => isRunning(preview, at))
      const previewed = (kind: Carried['kind']) => (preview: StoredPreview) => {
        const { remote, release: name, createdAt: since, expiresAt: until } = preview
        return { kind, name, remote, since, until }
      }
      return [
        ...tokens
          .filter((token) => isOwnedBy(email)(token) && !hasEnded(token, at))
          .map((token): Carried => {
            const { name, remote, createdAt: since } = token
            return { kind: 'release token', name, remote, since, until: expiryOf(token) }
          }),
        ...pipelines.filter(isOwnedBy(email)).map(({ name, remote, createdAt: since }): Carried => {
          return { kind: 'trusted pipeline', name, remote, since }
        }),
        ...candidates
          .filter(({ by }) => isThis(by))
          .map(({ id: remote, release: name, at: since }): Carried => {
            return { kind: 'candidate', name, remote, since }
          }),
        ...running.filter(({ createdBy }) => isThis(createdBy)).map(previewed('preview made')),
        ...running.filter(({ people }) => people.some(isThis)).map(previewed('preview seen')),
        ...cohorts
          .filter(({ qa, team }) => [...qa, ...team].some(isThis))
          .map(({ id, qa }): Carried => {
            return { kind: 'cohort', name: qa.some(isThis) ? 'QA cohort' : 'team', remote: id }
          }),
      ]
    },

    /** Makes another admin answer for what has an owner. Repeating it changes nothing. */
    async handOver(change: HandOver): Promise<void> {
      const token = 'release token handed over'
      const isOver = (stored: StoredToken) => hasEnded(stored, now())
      await handOverIn(releaseTokensCollection, { ...change, what: token }, shownToken, isOver)
      const pipeline = 'trusted pipeline handed over'
      await handOverIn(pipelinesCollection, { ...change, what: pipeline }, shownPipeline)
    },

    /** Forgets what a person runs ahead of others. What they released stays, with their address. */
    async forget(by: Actor, { uid, email }: { uid: string; email: string }): Promise<void> {
      const address = comparableEmail(email)
      const isOther = (listed: string) => comparableEmail(listed) !== address
      await forgetGrants(store, uid)
      for (const { id } of (await cohortsCollection.in(store).list()).documents) {
        await leaveCohorts(by, id, isOther)
      }
      for (const { id } of (await previewsCollection.in(store).list()).documents) {
        await leavePreview(by, id, isOther)
      }
    },
  }
}

export type PeopleInReleases = ReturnType<typeof createPeopleInReleases>
