import { isDeepStrictEqual } from 'node:util'
import { comparableEmail } from '@portal/domain/email-address'
import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import {
  type listPreviews,
  previewSecret,
  type PreviewComparison,
  type ReleasePreview,
  type startPreview,
} from '@portal/contract/previews'
import * as z from 'zod/mini'
import { mustRelease, type ReleaseTokenHolder } from '../../../access.ts'
import { actorName, recordChange } from '../../../platform/audit/record-change.ts'
import type { Settings } from '../../../platform/env/env.ts'
import { Refusal } from '../../../refusal.ts'
import type {
  DocumentMetadata,
  DocumentStore,
  StoreOperations,
} from '../../../platform/store/document-store.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import { passed, hasTeamsReport } from '../gate/trial-verdict.ts'
import { pointersCollection, releaseKey, releasesCollection } from '../release-records.ts'
import {
  isRunning,
  previewIdOf,
  previewsCollection,
  type StoredPreview,
} from './preview-records.ts'

type Caller = Person | ReleaseTokenHolder
type Named = { remote: string; id: string }
type Preview = StoredPreview & DocumentMetadata

/** A link that this person has opened: its preview, or why it isn't theirs. */
type OpenedPreview =
  | Pick<Preview, 'id' | 'remote' | 'release' | 'expiresAt'>
  | { isForOthers: string }

export type PreviewsService = {
  /** The running ones, newest first. */
  list: (caller: Caller, remote: string) => Promise<Reply<typeof listPreviews>>
  /** Repeating it changes nothing. */
  start: (
    caller: Caller,
    named: Named,
    request: z.output<typeof startPreview.body>,
  ) => Promise<ReleasePreview>
  /** Ending it again changes nothing. */
  end: (caller: Caller, named: Named) => Promise<void>
  /** The preview of a link; refuses one that has ended. */
  open: (person: Person, secret: string) => Promise<OpenedPreview>
  compare: (release: { remote: string; release: string }) => Promise<PreviewComparison>
  /** The releases of a remote that this person may preview now. */
  releasesOf: (person: Person, remote: string) => Promise<string[]>
  /** Whether this person previews the release now: what their tab reports of it counts. */
  isPreviewing: (
    person: Person,
    preview: string,
    release: { remote: string; release: string },
  ) => Promise<boolean>
}

type Parts = {
  store: DocumentStore
  compare: PreviewsService['compare']
  /** Whether any tab may run other releases than usual. */
  allowed: Settings['overrides']
  /** The portal's build of the shell; undefined if it isn't known. */
  shell: string | undefined
  now: () => Date
}

const day = 86_400_000

export function createPreviewsService(parts: Parts): PreviewsService {
  const { store, compare, allowed, shell, now } = parts

  /**
   * The same rule as for the QA cohort. An admin's override isn't possible, because the portal can't ask for
   * confirmation.
   */
  const refuseUnfit = async (transaction: StoreOperations, remote: string, release: string) => {
    const key = releaseKey(remote, release)
    const record = await releasesCollection.in(transaction).get(key)
    if (!record) throw new Refusal('notFound', `${remote} has no release ${release}.`)
    const pointer = await pointersCollection.in(transaction).get(remote)
    if (pointer?.denied?.includes(release)) {
      throw new Refusal('conflict', `${release} of ${remote} was denied: preview another release.`)
    }
    if (shell === undefined || passed(record, shell) || hasTeamsReport(record, shell)) return
    throw new Refusal(
      'conflict',
      `${release} wasn’t tested under the portal’s current shell: “portal preview” tests it first.`,
    )
  }

  const compared = async (preview: Preview) => ({
    ...shown(preview),
    comparison: await compare(preview),
  })

  return {
    async list(caller, remote) {
      mustRelease(caller, remote)
      const { documents } = await previewsCollection.in(store).list({ where: { remote } })
      const running = documents
        .filter((document) => isRunning(document, now()))
        .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      return { previews: await Promise.all(running.map(compared)) }
    },

    async start(caller, { remote, id }, { release, people, days }) {
      mustRelease(caller, remote)
      if (allowed === 'none') throw new Refusal('forbidden', 'This portal allows no overrides.')
      const at = now()
      const preview: StoredPreview = {
        remote,
        release,
        people: [...new Set(people)].toSorted(),
        createdAt: at.toISOString(),
        createdBy: actorName(caller),
        expiresAt: new Date(at.getTime() + days * day).toISOString(),
      }
      const kept = await store.transaction(async (transaction) => {
        const known = await previewsCollection.in(transaction).get(id)
        if (known && isRunning(known, at) && isSamePreview(known, preview)) return known
        if (known) {
          throw new Refusal(
            'conflict',
            'This link already belongs to another preview: make a new one.',
          )
        }
        await refuseUnfit(transaction, remote, release)
        const created = await previewsCollection.in(transaction).create(id, preview)
        await recordChange(transaction, {
          at,
          by: caller,
          what: 'preview started',
          subject: releaseKey(remote, release),
          after: { people: preview.people, expiresAt: preview.expiresAt },
        })
        return created
      })
      return shown(kept)
    },

    async end(caller, { remote, id }) {
      mustRelease(caller, remote)
      await store.transaction(async (transaction) => {
        const stored = await previewsCollection.in(transaction).get(id)
        if (stored?.remote !== remote)
          throw new Refusal('notFound', `${remote} has no such preview.`)
        const at = now()
        if (!isRunning(stored, at)) return
        const { people, expiresAt } = stored
        const ended = {
          ...(bodyOf(stored) as StoredPreview),
          people: [],
          endedAt: at.toISOString(),
        }
        await previewsCollection.in(transaction).update(id, ended, stored.revision)
        await recordChange(transaction, {
          at,
          by: caller,
          what: 'preview ended',
          subject: releaseKey(remote, stored.release),
          before: { people, expiresAt },
        })
      })
    },

    async open({ email }, secret) {
      if (allowed === 'none') throw new Refusal('forbidden', 'This portal allows no overrides.')
      if (!z.safeParse(previewSecret, secret).success) throw new Refusal('badRequest', unknown)
      const preview = await previewsCollection.in(store).get(previewIdOf(secret))
      if (!preview) throw new Refusal('notFound', unknown)
      if (preview.endedAt !== undefined) throw new Refusal('notFound', ended)
      if (!isRunning(preview, now())) throw new Refusal('notFound', expired)
      if (!preview.people.includes(comparableEmail(email))) return { isForOthers: forOthers(email) }
      return preview
    },

    compare,

    async releasesOf({ email }, remote) {
      const { documents } = await previewsCollection.in(store).list({ where: { remote } })
      const own = documents.filter(
        (preview) => isRunning(preview, now()) && preview.people.includes(comparableEmail(email)),
      )
      return own.map(({ release }) => release)
    },

    async isPreviewing({ email }, preview, { remote, release }) {
      const stored = await previewsCollection.in(store).get(preview)
      return (
        stored?.remote === remote &&
        stored.release === release &&
        isRunning(stored, now()) &&
        stored.people.includes(comparableEmail(email))
      )
    },
  }
}

function shown(preview: Preview): ReleasePreview {
  const { id, remote, release, people, createdAt, createdBy, expiresAt } = preview
  return { id, remote, release, people, createdAt, createdBy, expiresAt }
}

function isSamePreview(known: StoredPreview, wanted: StoredPreview): boolean {
  const lengthOf = ({ createdAt, expiresAt }: StoredPreview) =>
    Date.parse(expiresAt) - Date.parse(createdAt)
  return (
    known.remote === wanted.remote &&
    known.release === wanted.release &&
    lengthOf(known) === lengthOf(wanted) &&
    isDeepStrictEqual(known.people, wanted.people)
  )
}

const unknown =
  'There is no such preview: copy the whole link, or ask the team that sent it for a new one.'
const ended = 'This preview was ended: ask the team that sent the link for a new one.'
const expired = 'This preview has expired: ask the team that sent the link for a new one.'

/** Names neither the release nor its people: the reader may have been sent the link by mistake. */
function forOthers(email: string): string {
  return `This preview isn’t for ${email}: sign in as the person it was made for, or ask the team that sent the link to name you.`
}
