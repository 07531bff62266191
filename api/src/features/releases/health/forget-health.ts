import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { utcDayOf, healthCollection, previewHealthCollection } from './health-records.ts'

/** How long outcomes can be queried, in ms. */
const keptFor = 31 * 86_400_000

/** Deletes the days that can't be queried any more; returns how many. */
export async function forgetOldHealth(store: DocumentStore, now: Date): Promise<number> {
  const to = utcDayOf(now.getTime() - keptFor)
  let count = 0
  for (const collection of [healthCollection, previewHealthCollection]) {
    const days = collection.in(store)
    const { documents } = await days.list({ orderBy: 'day', to, limit: 1000 })
    for (const { id } of documents) await days.delete(id)
    count += documents.length
  }
  return count
}
