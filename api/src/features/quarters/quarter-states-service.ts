import { quarterId } from '@portal/domain/ids'
import type { Quarter } from '@portal/domain/quarter'
import { type Actor, recordChange } from '../../platform/audit/record-change.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { quartersCollection, quarterSubject } from './stored-quarter.ts'

/** Whether each quarter is in preparation. Without any check of access. */
export type QuarterStatesService = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  isInPreparation: (quarter: Quarter) => boolean
  /** When a quarter was published after its preparation, ISO 8601. */
  publishedAt: (quarter: Quarter) => string | undefined
  /**
   * For a transaction that puts the first thing into a quarter: undefined if the quarter has a record, else a function
   * that starts it in preparation. Reading and writing are separate because in a transaction every read comes before the
   * first write.
   */
  missing: (
    transaction: StoreOperations,
    quarter: Quarter,
    change: { by: Actor; at: Date },
  ) => Promise<(() => Promise<void>) | undefined>
}

export function createQuarterStatesService(store: DocumentStore): QuarterStatesService {
  const quarters = quartersCollection.hot(store)
  return {
    ready: quarters.ready,
    version: quarters.version,
    isInPreparation: (quarter) => quarters.get(quarterId(quarter))?.inPreparation ?? false,
    publishedAt(quarter) {
      const entry = quarters.get(quarterId(quarter))
      return entry?.inPreparation ? undefined : entry?.publishedAt
    },
    async missing(transaction, quarter, { by, at }) {
      const records = quartersCollection.in(transaction)
      if (await records.get(quarterId(quarter))) return undefined
      return async () => {
        const after = { inPreparation: true }
        await records.create(quarterId(quarter), after)
        const subject = quarterSubject(quarter)
        await recordChange(transaction, {
          at,
          by,
          what: 'quarter put in preparation',
          subject,
          after,
        })
      }
    },
  }
}
