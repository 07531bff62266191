import type { DocumentStore } from '../../platform/store/document-store.ts'
import { type Check, CheckFailure } from './finding.ts'

type Options = { open: () => Promise<Pick<DocumentStore, 'maintenance'>> }

/** In ms: a large database takes some minutes on a busy machine. */
const timeout = 300_000

/** Reads the whole database and reports what is damaged in it. */
export function integrityCheck({ open }: Options): Check {
  return {
    part: 'integrity',
    timeout,
    async run() {
      const { maintenance } = await open()
      if (!maintenance) return 'the database verifies its data itself'
      const defects = await maintenance.check(AbortSignal.timeout(timeout))
      if (!defects) return { caution: 'the check of the database was not completed; run it again' }
      if (defects.length === 0) return 'every page and every document of the database is intact'
      throw new CheckFailure(
        `The database is damaged: ${defects.join('; ')}. Restore it from a backup, and check the disk. Until then the portal leaves altered documents out, or doesn’t start.`,
      )
    },
  }
}
