import type { Person } from '@portal/contract/portal'
import type { Reply } from '@portal/contract/endpoint'
import type { listNotices } from '@portal/contract/release-health'
import { mustManagePortal } from '../../../access.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import { candidateNoticesCollection } from '../pointers/candidate-notices.ts'
import { trialNoticesCollection } from '../gate/trial-records.ts'
import { noticesCollection } from './health-records.ts'
import { releaseKey } from '../release-records.ts'

/** More than can ever wait: each notice needs a candidate, and those are promoted by hand. */
const most = 100

export type NoticesService = {
  /** Newest first. */
  list: (person: Person) => Promise<Reply<typeof listNotices>>
  /** A missing one isn't an error: another admin was faster. */
  dismiss: (person: Person, remote: string, release: string) => Promise<void>
}

type Parts = { store: DocumentStore; now: () => Date }

export function createNoticesService({ store, now }: Parts): NoticesService {
  return {
    async list(person) {
      mustManagePortal(person)
      const { documents } = await noticesCollection.in(store).list({
        orderBy: 'at',
        descending: true,
        limit: most,
      })
      const candidates = await candidateNoticesCollection
        .in(store)
        .list({ orderBy: 'at', descending: true, limit: most })
      const trials = await trialNoticesCollection.in(store).list({
        orderBy: 'at',
        descending: true,
        limit: most,
      })
      return {
        notices: documents.map(({ remote, release, reason, at }) => ({
          remote,
          release,
          reason,
          at,
        })),
        candidates: candidates.documents.map(({ id: remote, release, by, at }) => ({
          remote,
          release,
          by,
          at,
        })),
        failedTrials: trials.documents.map(({ remote, release, fault, at }) => ({
          remote,
          release,
          fault,
          at,
        })),
      }
    },

    async dismiss(person, remote, release) {
      mustManagePortal(person)
      const key = releaseKey(remote, release)
      await store.transaction(async (transaction) => {
        const notices = noticesCollection.in(transaction)
        const waiting = candidateNoticesCollection.in(transaction)
        const failedTrials = trialNoticesCollection.in(transaction)
        const [stored, offered, failed] = await Promise.all([
          notices.get(key),
          waiting.get(remote),
          failedTrials.get(key),
        ])
        const candidate = offered?.release === release ? offered : undefined
        if (stored) await notices.delete(key, stored.revision)
        if (candidate) await waiting.delete(remote, candidate.revision)
        if (failed) await failedTrials.delete(key, failed.revision)
        for (const notice of [stored, candidate, failed]) {
          if (!notice) continue
          const entry = { what: 'release notice dismissed', subject: key, before: bodyOf(notice) }
          await recordChange(transaction, { at: now(), by: person, ...entry })
        }
      })
    },
  }
}
