import type { Person } from '@portal/contract/portal'
import type {
  ErrorFrame,
  ReleaseErrorGroup,
  ReleaseErrorList,
  ReleaseErrors,
} from '@portal/contract/release-health'
import { fewestPreviewers } from '@portal/domain/preview-words'
import { mustRelease, type ReleaseTokenHolder } from '../../../access.ts'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { isIntact, type StoredFile } from '../../../platform/store/check-file.ts'
import { Refusal } from '../../../refusal.ts'
import { releaseKey, releasesCollection } from '../release-records.ts'
import { mapsOf } from '../composition/release-files.ts'
import type { StoredFrame } from './error-records.ts'
import { resolvedFrames } from './source-maps.ts'
import type { CountedErrors, ReleaseErrorCounts } from './error-groups.ts'

export type ErrorsService = {
  of: (
    caller: Person | ReleaseTokenHolder,
    named: { remote: string; release: string },
  ) => Promise<ReleaseErrors>
}

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  errors: { usual: ReleaseErrorCounts; previewed: ReleaseErrorCounts }
}

const hour = 3_600_000

export function createErrorsService({ store, blobs, errors }: Parts): ErrorsService {
  const read = async (map: StoredFile) => {
    const stream = await blobs.read(map.key)
    const bytes = stream && new Uint8Array(await new Response(stream).arrayBuffer())
    return bytes && (await isIntact(map, bytes)) ? bytes : undefined
  }
  return {
    async of(caller, { remote, release }) {
      mustRelease(caller, remote)
      const record = await releasesCollection.in(store).get(releaseKey(remote, release))
      if (!record) throw new Refusal('notFound', `${remote} has no release ${release}.`)
      const [usual, previewed] = await Promise.all([
        errors.usual.of(remote, release),
        errors.previewed.of(remote, release),
      ])
      const maps = new Map(mapsOf(record).map((map) => [map.script, map]))
      const frames = [usual, previewed].flatMap(({ groups }) => groups.flatMap((one) => one.frames))
      const sources = await resolvedFrames(frames, async (script) => {
        const map = maps.get(script)
        return map && read(map)
      })
      const sourceOf = (frame: StoredFrame) => sources.get(frame)
      return {
        remote,
        release,
        hasMaps: maps.size > 0,
        usual: shown(usual, { fewest: 1, sourceOf }),
        // The team knows who its previewers are.
        previews: shown(previewed, { fewest: fewestPreviewers, sourceOf }),
      }
    },
  }
}

type ShownOptions = {
  /** How many people must have had an error whose numbers are shown. */
  fewest: number
  sourceOf: (frame: StoredFrame) => ErrorFrame['source']
}

/** Newest first, with the numbers of those that enough people had. */
function shown(
  { groups, others }: CountedErrors,
  { fewest, sourceOf }: ShownOptions,
): ReleaseErrorList {
  const newest = groups.toSorted((a, b) => b.last - a.last || b.count - a.count)
  return {
    groups: newest.map(({ people, count, first, last, ...error }): ReleaseErrorGroup => ({
      ...error,
      ...(people.length < fewest ? {} : { count, people: people.length }),
      first: new Date(first * hour).toISOString(),
      last: new Date(last * hour).toISOString(),
      frames: error.frames.map((frame) => {
        const source = sourceOf(frame)
        return source ? { ...frame, source } : frame
      }),
    })),
    others,
  }
}
