import { Refusal } from '../refusal.ts'
import type { DocumentMeta } from './document-store.ts'

export const staleSentence = 'Someone else has changed this in the meantime.'

/**
 * Refuses a save that was made from another revision than the stored one. `shown`: what the refusal tells of that,
 * undefined for nothing.
 */
export function refuseStale<T extends DocumentMeta>(
  current: T | undefined,
  revision: number | 'new',
  shown: (current: T) => unknown,
): void {
  if ((current?.revision ?? 'new') === revision) return
  throw new Refusal('stale', staleSentence, current ? { current: shown(current) } : {})
}
