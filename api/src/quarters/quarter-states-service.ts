import { quarterId } from '@portal/domain/ids'
import type { Quarter } from '@portal/domain/quarter'
import { hotCollection } from '../store/collection.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { quartersCollection, storedQuarter } from './stored-quarter.ts'

/** Whether each quarter is in preparation. Without any check of access. */
export type QuarterStatesService = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  isInPreparation: (quarter: Quarter) => boolean
  /** When a quarter was published after its preparation, ISO 8601. */
  publishedAt: (quarter: Quarter) => string | undefined
}

export function createQuarterStatesService(store: DocumentStore): QuarterStatesService {
  const quarters = hotCollection(store, quartersCollection, storedQuarter)
  return {
    ready: quarters.ready,
    version: quarters.version,
    isInPreparation: (quarter) => quarters.get(quarterId(quarter))?.inPreparation ?? false,
    publishedAt(quarter) {
      const found = quarters.get(quarterId(quarter))
      return found?.inPreparation ? undefined : found?.publishedAt
    },
  }
}
