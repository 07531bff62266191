import { Refusal } from '../../refusal.ts'
import type { DocumentMetadata } from './document-store.ts'

export const staleMessage = 'Someone else has changed this in the meantime.'

/**
 * Refuses a save based on a revision other than the stored one. `shown` selects what the refusal reveals of the
 * stored document; undefined reveals nothing. `currentBy` is who has saved it, if the refusal names them.
 */
export function refuseStale<T extends DocumentMetadata>(
  current: T | undefined,
  revision: number | 'new',
  shown: (current: T) => unknown,
  currentBy?: string,
): void {
  if ((current?.revision ?? 'new') === revision) return
  throw new Refusal('stale', staleMessage, {
    ...(current && { current: shown(current) }),
    ...(currentBy !== undefined && { currentBy }),
  })
}
