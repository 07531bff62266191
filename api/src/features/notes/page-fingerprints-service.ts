import pTimeout from 'p-timeout'
import type { Caller, HeavyWork } from '../../platform/background/heavy-work.ts'
import type { PagePictures } from '../sync/sync-feature.ts'
import type { PageFingerprints } from './anchors/match-page.ts'
import { type PageFingerprint, pageFingerprint } from './anchors/page-fingerprint.ts'

export type PageFingerprintsService = {
  /** The fingerprints of an original's pages; undefined if there are too many pages, or if it takes too long for now. */
  of: (
    sha256: string,
    pages: readonly number[],
    caller: Caller,
  ) => Promise<PageFingerprints | undefined>
}

/** Drawing a page of a scan takes up to a tenth of a second. */
const mostPages = 200
/** How long a reader's request waits, in ms; drawing continues for the next one, unless the reader leaves. */
const longestWait = 8000
/** Originals whose fingerprints are kept in memory: up to 6 MB each. */
const mostKept = 4

/** Draws pages without text. */
export function createPageFingerprintsService(
  pictures: Pick<PagePictures, 'draw'>,
  heavyWork: Pick<HeavyWork, 'share'>,
): PageFingerprintsService {
  const cache = new Map<string, PageFingerprints>()

  const draw = async (
    sha256: string,
    pages: readonly number[],
    caller: Caller,
  ): Promise<PageFingerprints | undefined> => {
    const fingerprints = new Map<number, PageFingerprint>()
    const use = (page: number, picture: Parameters<typeof pageFingerprint>[0]) => {
      fingerprints.set(page, pageFingerprint(picture))
    }
    await pictures.draw({ sha256, pages }, use, caller)
    // Not kept, because the original may be available again later.
    if (fingerprints.size === 0) return undefined
    cache.set(sha256, fingerprints)
    for (const oldest of cache.keys()) if (cache.size > mostKept) cache.delete(oldest)
    return fingerprints
  }

  return {
    async of(sha256, pages, caller) {
      if (pages.length === 0 || pages.length > mostPages) return undefined
      const known = cache.get(sha256)
      if (known) return known
      // A page that can't be drawn isn't compared.
      const drawn = heavyWork
        .share(`fingerprints ${sha256}`, caller, (joint) => draw(sha256, pages, joint))
        .catch(() => undefined)
      return pTimeout(drawn, { milliseconds: longestWait, fallback: () => undefined })
    },
  }
}
