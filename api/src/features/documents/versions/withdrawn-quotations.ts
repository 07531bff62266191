import * as z from 'zod/mini'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { ignoring } from '../../../platform/store/ignoring.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import { versionsBefore } from './stored-version.ts'
import { withdrawnBytes, withdrawnCollection } from './withdrawn-bytes-service.ts'

/** What quotes papers: notes. */
export type QuotedVersions = {
  /** Deletes what quotes these versions of a paper. May be repeated, and stopped at any time. */
  withdraw: (paper: string, versions: ReadonlySet<number>) => Promise<void>
}

type Parts = { store: DocumentStore; quotations: QuotedVersions }

/** Deletes the quotations of versions that were withdrawn with them. A killed process finishes at its next start. */
export async function withdrawLeftQuotations({ store, quotations }: Parts): Promise<void> {
  for await (const page of withdrawnCollection.raw(store).pages()) {
    for (const found of page.filter((one) => one['quotations'] === 'left')) {
      const bytes = z.parse(withdrawnBytes, bodyOf(found))
      const { paper, sha256 } = bytes
      await quotations.withdraw(paper, await versionsOf(store, paper, sha256))
      // Another instance may have done the same.
      await withdrawnCollection
        .raw(store)
        .update(found.id, { ...bytes, quotations: 'withdrawn' }, found.revision)
        .catch(ignoring('stale'))
    }
  }
}

/** The versions of a paper that have these bytes. */
async function versionsOf(
  store: DocumentStore,
  paper: string,
  sha256: string,
): Promise<Set<number>> {
  const numbers = new Set<number>()
  let before: number | undefined
  do {
    const versions = await versionsBefore(store, paper, { before, limit: 200 })
    for (const one of versions) if (one.sha256 === sha256) numbers.add(one.number)
    before = versions.at(-1)?.number
  } while (before !== undefined)
  return numbers
}
