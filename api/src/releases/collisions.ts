import { collisionsOf } from '@portal/contract/collisions'
import type { ReleaseManifest } from '@portal/contract/releases'
import { Refusal } from '../refusal.ts'

/** Refuses a release that would stand in the way of another remote that runs: both are named. */
export function refuseCollision(given: ReleaseManifest, live: readonly ReleaseManifest[]): void {
  const [first] = collisionsOf(given, live)
  if (first !== undefined) throw new Refusal('conflict', first)
}
