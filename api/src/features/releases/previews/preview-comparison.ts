import type { PreviewComparison } from '@portal/contract/previews'
import { fewestPreviewers } from '@portal/domain/preview-words'
import { type ReleaseManifest } from '@portal/contract/releases'
import { isForTools } from '@portal/domain/release-compatibility'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import type { HealthSessions } from '../health/health-sessions.ts'
import { uniqueSessions } from '../health/health-tally.ts'
import { speedVerdict } from '../health/speed-verdict.ts'
import { speedTallyOf } from '../health/vital-tally.ts'
import { pointersCollection, releaseKey, releasesCollection } from '../release-records.ts'

/** In ms. */
const period = 7 * 86_400_000

type Parts = {
  store: StoreOperations
  /** What was counted of everyone's releases, and of previewed ones. */
  sessions: { usual: Pick<HealthSessions, 'since'>; previewed: Pick<HealthSessions, 'since'> }
  now: () => Date
}

/** How a previewed release compares with the stable one, by its size and by what its previewers' browsers report. */
export async function comparePreview(
  { store, sessions, now }: Parts,
  { remote, release }: { remote: string; release: string },
): Promise<PreviewComparison> {
  const pointer = await pointersCollection.in(store).get(remote)
  const stable = pointer?.stable
  const [bytes, stableBytes] = await Promise.all([
    sizeOf(store, remote, release),
    stable === undefined ? undefined : sizeOf(store, remote, stable),
  ])
  const from = now().getTime() - period
  const own = await sessions.previewed.since(remote, release, from)
  const visits = uniqueSessions(own.sessions)
  const people = new Set(visits.map(({ person }) => person))
  const failed = visits.filter((visit) => visit.failed).length
  const speed = stable && speedVerdict(speedTallyOf(own, from), await stableSpeed(stable))
  async function stableSpeed(running: string) {
    return speedTallyOf(await sessions.usual.since(remote, running, from), from)
  }
  const isMeasured =
    speed && Math.min(speed.people.candidate, speed.people.stable) >= fewestPreviewers
  return {
    ...(stable === undefined ? {} : { stable }),
    bytes: { preview: bytes ?? 0, ...(stableBytes === undefined ? {} : { stable: stableBytes }) },
    ...(people.size < fewestPreviewers ? {} : { visits: { good: visits.length - failed, failed } }),
    ...(isMeasured
      ? {
          speed: speed.metrics.map(({ metric, candidate, stable: usual }) => ({
            metric,
            preview: candidate,
            stable: usual,
          })),
        }
      : {}),
  }
}

/** Of the files that browsers may load; undefined for an unknown release. */
async function sizeOf(
  store: StoreOperations,
  remote: string,
  release: string,
): Promise<number | undefined> {
  const releases = releasesCollection.in(store)
  const known = await releases.get(releaseKey(remote, release))
  return known && loadedBytes(known.manifest)
}

function loadedBytes({ files }: ReleaseManifest): number {
  return files.reduce((sum, { file, size }) => (isForTools(file) ? sum : sum + size), 0)
}
