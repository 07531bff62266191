import pTimeout from 'p-timeout'
import type { Caller, HeavyWork } from '../../platform/background/heavy-work.ts'
import type { PagePictures } from '../sync/sync-feature.ts'
import type { PageLooks } from './anchors/page-by-look.ts'
import { type PageLook, pageLook } from './anchors/page-look.ts'

export type PageLooksService = {
  /** The looks of an original's pages; undefined if there are too many pages, or if it takes too long for now. */
  of: (sha256: string, pages: readonly number[], caller: Caller) => Promise<PageLooks | undefined>
}

/** Drawing a page of a scan takes up to a tenth of a second. */
const mostPages = 200
/** How long a reader's request waits, in ms; drawing continues for the next one, unless the reader leaves. */
const longestWait = 8000
/** Originals whose looks are kept in memory: up to 6 MB each. */
const mostKept = 4

/** Draws pages without text. */
export function createPageLooksService(
  pictures: Pick<PagePictures, 'draw'>,
  heavyWork: Pick<HeavyWork, 'share'>,
): PageLooksService {
  const kept = new Map<string, PageLooks>()

  const draw = async (
    sha256: string,
    pages: readonly number[],
    caller: Caller,
  ): Promise<PageLooks | undefined> => {
    const looks = new Map<number, PageLook>()
    const use = (page: number, picture: Parameters<typeof pageLook>[0]) => {
      looks.set(page, pageLook(picture))
    }
    await pictures.draw({ sha256, pages }, use, caller)
    // Not kept, because the original may be available again later.
    if (looks.size === 0) return undefined
    kept.set(sha256, looks)
    for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest)
    return looks
  }

  return {
    async of(sha256, pages, caller) {
      if (pages.length === 0 || pages.length > mostPages) return undefined
      const known = kept.get(sha256)
      if (known) return known
      // A page that can't be drawn isn't compared.
      const drawn = heavyWork
        .share(`looks ${sha256}`, caller, (joint) => draw(sha256, pages, joint))
        .catch(() => undefined)
      return pTimeout(drawn, { milliseconds: longestWait, fallback: () => undefined })
    },
  }
}
