import { ignoring } from '../../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'

/** The time since the last look has passed on a running portal: the clock hasn't jumped. */
export async function timeHasPassed(store: DocumentStore): Promise<void> {
  await store.delete('clock', 'clock').catch(ignoring('notFound'))
}
