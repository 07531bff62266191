import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import type {
  denyRelease,
  listMoves,
  listPointers,
  promoteRelease,
  ReleasePointer,
  rollbackRelease,
} from '@portal/contract/pointers'
import type * as z from 'zod/mini'
import { mustManagePortal, mustOverrule, mustRelease, type ReleaseTokenHolder } from '../access.ts'
import { actorName } from '../audit/record-change.ts'
import type { BlobStore } from '../documents/blob-store.ts'
import { Refusal } from '../refusal.ts'
import { collection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { refuseStale } from '../store/refuse-stale.ts'
import { objectionTo, objectionToRelease, unlessObjected, unobjected } from './objections.ts'
import { changePointer, pointerOf } from './pointer-change.ts'
import { denied, type Moved, promoted, rolledBack } from './pointer-moves.ts'
import { uncheckedOn } from './release-check.ts'
import { isWhole } from './release-files.ts'
import {
  adoptedRelease,
  historyCollection,
  pointersCollection,
  releaseKey,
  releaseMove,
  releasePointer,
  releasesCollection,
  type StoredMove,
  type StoredPointer,
} from './release-records.ts'
import { shownMove, shownPointer } from './shown-pointer.ts'

type Caller = Person | ReleaseTokenHolder
type Revision = number | 'new'

/** Every change is a compare-and-set; one that is sent again after it has succeeded is answered as before. */
export type PointersService = {
  all: (person: Person) => Promise<Reply<typeof listPointers>>
  get: (caller: Caller, remote: string) => Promise<ReleasePointer>
  promote: (
    caller: Caller,
    remote: string,
    asked: z.output<typeof promoteRelease.body>,
    revision: Revision,
  ) => Promise<ReleasePointer>
  rollback: (
    caller: Caller,
    remote: string,
    asked: z.output<typeof rollbackRelease.body>,
    revision: Revision,
  ) => Promise<ReleasePointer>
  deny: (
    caller: Caller,
    remote: string,
    asked: z.output<typeof denyRelease.body>,
    revision: Revision,
  ) => Promise<ReleasePointer>
  moves: (
    caller: Caller,
    remote: string,
    page: z.output<typeof listMoves.query>,
  ) => Promise<Reply<typeof listMoves>>
}

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  provided: Record<string, string> | undefined
  /** Which build of the shell the portal has; undefined where it isn't known. */
  shell: string | undefined
  now: () => Date
}

type Change = {
  remote: string
  revision: Revision
  reason: string
  /** Whether an entry of the history tells of the very same wish. */
  isSame: (last: StoredMove) => boolean
  move: (pointer: StoredPointer, inside: StoreOperations, at: Date) => Moved | Promise<Moved>
}

export function createPointersService(parts: Parts): PointersService {
  const { store, blobs, provided, shell, now } = parts
  const pointersIn = (inside: StoreOperations) =>
    collection(inside, pointersCollection, releasePointer)
  const movesIn = (inside: StoreOperations) => collection(inside, historyCollection, releaseMove)

  const published = async (inside: StoreOperations, remote: string, release: string) => {
    const releases = collection(inside, releasesCollection, adoptedRelease)
    const found = await releases.get(releaseKey(remote, release))
    if (!found) throw new Refusal('notFound', `${remote} has no release ${release}.`)
    return found
  }

  const change = (by: Caller, { remote, revision, reason, isSame, move }: Change) =>
    store.transaction(async (inside) => {
      const history = movesIn(inside)
      const stored = await pointersIn(inside).get(remote)
      const at = now()
      if (stored && stored.revision === (revision === 'new' ? 0 : revision) + 1) {
        // Its answer was lost, perhaps: the same wish of the same hand is no second one.
        const last = await history.get(`${remote}@${stored.revision}`)
        if (last?.by === actorName(by) && last.reason === reason && isSame(last)) {
          return shownPointer(stored)
        }
      }
      refuseStale(stored, revision, shownPointer)
      const moved = await move(pointerOf(stored), inside, at)
      return shownPointer(await changePointer(inside, { remote, stored, moved, at, by, reason }))
    })

  return {
    async all(person) {
      mustManagePortal(person)
      const { documents } = await pointersIn(store).list()
      return { pointers: documents.map(shownPointer) }
    },

    async get(caller, remote) {
      mustRelease(caller, remote)
      const stored = await pointersIn(store).get(remote)
      if (!stored) throw new Refusal('notFound', `No release of ${remote} runs yet.`)
      return shownPointer(stored)
    },

    async promote(caller, remote, { release, step, reason, anyway }, revision) {
      mustRelease(caller, remote)
      if (anyway) mustOverrule(caller)
      if (!(await isWhole(blobs, await published(store, remote, release)))) {
        throw new Refusal('conflict', `Files of ${release} are gone: publish it again.`)
      }
      return change(caller, {
        remote,
        revision,
        reason,
        isSame: (last) => last.what === 'promoted' && last.to === release && last.step === step,
        async move(pointer, inside, at) {
          // Asked once more where nobody can take it away in between.
          const record = await published(inside, remote, release)
          const objection = await objectionTo(inside, record.manifest, provided)
          if (objection) throw objection
          const promotion = { release, step, since: at.toISOString() }
          const moved = promoted(pointer, promotion, { maySkip: !('releaseToken' in caller) })
          return unlessObjected(moved, uncheckedOn(record, shell), anyway === true)
        },
      })
    },

    async rollback(caller, remote, { channel, reason, anyway }, revision) {
      mustRelease(caller, remote)
      if (anyway) mustOverrule(caller)
      return change(caller, {
        remote,
        revision,
        reason,
        isSame: (last) => last.what === 'rolled back' && last.channel === channel,
        async move(pointer, inside) {
          const moved = rolledBack(pointer, channel)
          const { to } = moved.move
          if (to === undefined) return moved
          const objection = await objectionToRelease(inside, remote, to, provided)
          return unlessObjected(moved, objection, anyway === true)
        },
      })
    },

    async deny(caller, remote, { release, reason }, revision) {
      mustRelease(caller, remote)
      return change(caller, {
        remote,
        revision,
        reason,
        isSame: (last) => last.what === 'denied' && last.release === release,
        async move(pointer, inside) {
          await published(inside, remote, release)
          const standIns = await unobjected(inside, remote, pointer.lastGood, provided)
          return denied(pointer, release, (one) => standIns.has(one))
        },
      })
    },

    async moves(caller, remote, { limit, before }) {
      mustRelease(caller, remote)
      const stored = await pointersIn(store).get(remote)
      const newest = Math.min(stored?.revision ?? 0, (before ?? Infinity) - 1)
      // Every revision of a pointer has its entry, so they are found by their numbers.
      const numbers = Array.from(
        { length: Math.max(0, Math.min(limit, newest)) },
        (_, n) => newest - n,
      )
      const found = await Promise.all(
        numbers.map(async (number) => {
          const move = await movesIn(store).get(`${remote}@${number}`)
          return move ? [shownMove(number, move)] : []
        }),
      )
      return { moves: found.flat() }
    },
  }
}
