import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'
import { type StoreOperations, StoreOpenError } from '../../platform/store/document-store.ts'

/** Records which archive is being restored; deleted once it is restored and its audit is verified. */
export const importCollection = defineCollection(
  'portal_import',
  z.object({ startedAt: z.string(), foundation: z.string(), manifest: z.string() }),
)

export const importId = 'state'

/** Refuses to start on an incomplete import, or on an archive whose audit was tampered with. */
export async function refuseUnfinishedImport(store: StoreOperations): Promise<void> {
  if (!(await importCollection.raw(store).get(importId))) return
  throw new StoreOpenError(
    'An export was restored into this portal only in part: restore the same archive again, or start with empty storage.',
  )
}

/** Why an archive can't be imported, as one sentence for the operator. */
export class ImportError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'ImportError'
  }
}
