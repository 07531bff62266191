import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import {
  type denyRelease,
  type listMoves,
  type listPointers,
  type promoteRelease,
  type PromotionStep,
  type ReleaseMove,
  type ReleasePointer,
  type rollbackRelease,
  promotionPlan,
} from '@portal/contract/pointers'
import type * as z from 'zod/mini'
import {
  mustManagePortal,
  mustOverrule,
  mustRelease,
  type ReleaseTokenHolder,
} from '../../../access.ts'
import { actorName } from '../../../platform/audit/record-change.ts'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import { Refusal } from '../../../refusal.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import {
  objectionByPolicy,
  objectionTo,
  objectionToRelease,
  enforceObjections,
  withoutObjection,
  type ShellOffer,
} from './objections.ts'
import { pointerOf } from './pointer-change.ts'
import { type PointerMover, publishedRelease, type Revision } from './pointer-mover.ts'
import { denied, type Moved, promoted, rolledBack } from './pointer-moves.ts'
import { policyOf } from './policy-service.ts'
import { lackingApproval, withApproval } from './release-approvals.ts'
import type { TrialQueue } from '../gate/trial-queue.ts'
import { missingTrialObjection } from '../gate/trial-verdict.ts'
import { isWhole, wholeReleases } from '../composition/release-files.ts'
import {
  historyCollection,
  pointersCollection,
  type StoredPolicy,
  type StoredPointer,
  readable,
} from '../release-records.ts'
import { shownMove, shownPointer } from './shown-pointer.ts'

type Caller = Person | ReleaseTokenHolder

export type PointersService = {
  all: (person: Person) => Promise<Reply<typeof listPointers>>
  get: (caller: Caller, remote: string) => Promise<ReleasePointer>
  promote: (
    caller: Caller,
    remote: string,
    request: z.output<typeof promoteRelease.body>,
    revision: Revision,
  ) => Promise<ReleasePointer>
  rollback: (
    caller: Caller,
    remote: string,
    request: z.output<typeof rollbackRelease.body>,
    revision: Revision,
  ) => Promise<ReleasePointer>
  deny: (
    caller: Caller,
    remote: string,
    request: z.output<typeof denyRelease.body>,
    revision: Revision,
  ) => Promise<ReleasePointer>
  moves: (
    caller: Caller,
    remote: string,
    page: z.output<typeof listMoves.query>,
  ) => Promise<Reply<typeof listMoves>>
}

type Parts = ShellOffer & {
  store: DocumentStore
  blobs: BlobStore
  /** The portal's build of the shell; undefined if it isn't known. */
  shell: string | undefined
  trials: TrialQueue
  move: PointerMover
}

export function createPointersService(parts: Parts): PointersService {
  const { store, blobs, shell, trials, move } = parts

  return {
    async all(person) {
      mustManagePortal(person)
      const { documents } = await pointersCollection.in(store).findAll(readable)
      return { pointers: documents.map(shownPointer) }
    },

    async get(caller, remote) {
      mustRelease(caller, remote)
      const stored = await pointersCollection.in(store).get(remote)
      if (!stored) throw new Refusal('notFound', `No release of ${remote} runs yet.`)
      return shownPointer(stored)
    },

    async promote(caller, remote, { release, step, reason, anyway }, revision) {
      mustRelease(caller, remote)
      if (anyway) mustOverrule(caller)
      const published = await publishedRelease(store, remote, release)
      if (!(await isWhole(blobs, published))) {
        throw new Refusal(
          'conflict',
          `Files of ${release} are missing or altered: publish it again.`,
        )
      }
      // Before the move, which may be refused because nobody has tried it.
      await store.transaction((transaction) => trials.add(transaction, published))
      return move(caller, {
        remote,
        revision,
        reason,
        isSame: (last) => last.what === 'promoted' && last.to === release && last.step === step,
        async move(pointer, transaction, at) {
          // Checked again inside the transaction.
          const record = await publishedRelease(transaction, remote, release)
          const objection = await objectionTo(transaction, record.manifest, parts)
          if (objection) throw objection
          const since = at.toISOString()
          const isToken = 'releaseToken' in caller
          const moved = promoted(pointer, { release, step, since }, { maySkip: !isToken })
          const policy = await policyOf(transaction, remote)
          const lacking = isToken && lackingApproval(pointer, { release, step }, policy)
          if (lacking) throw lacking
          const objections = [
            stepDurationObjection(pointer, { release, step }, policy, at),
            objectionByPolicy(record.manifest, policy),
            missingTrialObjection(record, step, { shell, hasRunner: trials.isOn }),
          ]
          const granted = isToken ? moved : byAdmin(moved, { release, step }, policy, caller, at)
          return enforceObjections(granted, objections, anyway === true)
        },
      })
    },

    async rollback(caller, remote, { channel, reason, anyway }, revision) {
      mustRelease(caller, remote)
      if (anyway) mustOverrule(caller)
      return move(caller, {
        remote,
        revision,
        reason,
        isSame: (last) => last.what === 'rolled back' && last.channel === channel,
        async move(pointer, transaction) {
          const moved = rolledBack(pointer, channel)
          const { to } = moved.move
          if (to === undefined) return moved
          const objection = await objectionToRelease(transaction, remote, to, parts)
          return enforceObjections(moved, [objection], anyway === true)
        },
      })
    },

    async deny(caller, remote, { release, reason }, revision) {
      mustRelease(caller, remote)
      const known = pointerOf(await pointersCollection.in(store).get(remote))
      const whole = await wholeReleases(store, blobs, remote, known.lastGood)
      return move(caller, {
        remote,
        revision,
        reason,
        isSame: (last) => last.what === 'denied' && last.release === release,
        async move(pointer, transaction) {
          const { manifest } = await publishedRelease(transaction, remote, release)
          const replacements = await withoutObjection(transaction, remote, pointer.lastGood, parts)
          const orStop = manifest.audience === 'admins' ? '' : ', or use the emergency stop'
          return denied(pointer, release, {
            mayReplace: (id) => replacements.has(id) && whole.has(id),
            sentence: `${release} is the only release of ${remote} that can run. Publish and promote another one first${orStop}.`,
          })
        },
      })
    },

    async moves(caller, remote, { limit, before, include }) {
      mustRelease(caller, remote)
      const stored = await pointersCollection.in(store).get(remote)
      // Every revision of a pointer has its entry, so they are found by number.
      let next = Math.min(stored?.revision ?? 0, (before ?? Infinity) - 1)
      const moves: ReleaseMove[] = []
      while (moves.length < limit && next > 0) {
        const numbers = Array.from({ length: Math.min(limit, next) }, (_, n) => next - n)
        const page = await Promise.all(
          numbers.map(async (number) => {
            const entry = await historyCollection.in(store).get(`${remote}@${number}`)
            // A caller that doesn't ask for all entries knows only the oldest kinds.
            const isListed = entry && (include === 'all' || entry.act === undefined)
            return isListed ? [shownMove(number, entry)] : []
          }),
        )
        moves.push(...page.flat())
        next -= numbers.length
      }
      return { moves: moves.slice(0, limit) }
    },
  }
}

/** An admin who promotes a release approves it: only that step if each needs its own approval. */
function byAdmin(
  { next, move }: Moved,
  { release, step }: { release: string; step: PromotionStep },
  { approval }: StoredPolicy,
  person: Person,
  at: Date,
): Moved {
  const given = { release, at: at.toISOString(), by: actorName(person) }
  return { next: withApproval(next, approval === 'once' ? given : { ...given, step }), move }
}

const minute = 60_000

/** Why a candidate may not leave its step yet; undefined if it may, or goes no further. */
function stepDurationObjection(
  { candidate }: StoredPointer,
  { release, step }: { release: string; step: PromotionStep },
  { stepMinutes }: StoredPolicy,
  now: Date,
): Refusal | undefined {
  if (candidate?.release !== release || candidate.step === 'qa') return undefined
  if (promotionPlan.indexOf(step) <= promotionPlan.indexOf(candidate.step)) return undefined
  const until = Date.parse(candidate.since) + stepMinutes * minute
  if (now.getTime() >= until) return undefined
  // To the minute, and never before the exact time.
  const earliest = new Date(Math.ceil(until / minute) * minute).toISOString()
  return new Refusal(
    'conflict',
    `${release} stays at the step ${candidate.step} for at least ${stepMinutes} minutes: it may continue at ${earliest.slice(0, 10)} ${earliest.slice(11, 16)} UTC.`,
  )
}
