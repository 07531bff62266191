import type { NotedPaper, NoteEntry } from '@portal/domain/listed-notes'
import { mostNotePictures, picturedPart } from '@portal/domain/note-picture'
import type { PageRectangle } from '@portal/domain/note-subject'
import type { Caller } from '../../platform/background/heavy-work.ts'
import type { ReadableVersion } from '../documents/documents-feature.ts'
import type { PagePictures } from '../sync/sync-feature.ts'

/** Part of a note's page, as a JPEG. Without it, ink is drawn on an empty sheet. */
export type NotePicture = { jpeg: Uint8Array; width: number; height: number }

type Bitmap = Parameters<Parameters<PagePictures['draw']>[1]>[1]

type Parts = {
  pictures: Pick<PagePictures, 'draw'>
  /** A version of a paper that the person may read; rejects if they may not. */
  versionOf: (documentId: string, version: number) => Promise<ReadableVersion>
}

/** In px: pages are drawn as wide, and parts of them are at most this long on each side. */
const drawnWidth = 1280
const longestSide = 640
/** How long all pages of a list may take, in ms. The notes on the others have no picture. */
const longest = 20_000

/** The pictures of the areas and drawings of a list, by the note's id. */
export async function notePictures(
  papers: readonly NotedPaper[],
  { pictures, versionOf }: Parts,
  caller: Caller,
): Promise<Map<string, NotePicture>> {
  const made = new Map<string, NotePicture>()
  const end = performance.now() + longest
  for (const { documentId, version, notes } of picturedNotes(papers)) {
    if (performance.now() > end) break
    const byPage = Map.groupBy(notes, ({ page }) => page)
    const use = async (page: number, bitmap: Bitmap) => {
      for (const note of byPage.get(page) ?? []) {
        const picture = await cutOut(bitmap, picturedPart(note.mark!))
        if (picture) made.set(note.id, picture)
      }
    }
    try {
      const { sha256 } = await versionOf(documentId, version)
      await pictures.draw({ sha256, pages: [...byPage.keys()], width: drawnWidth }, use, caller)
    } catch (error) {
      // A paper that can't be drawn, or not in time, has no pictures.
      if (caller.signal?.aborted) throw error
    }
  }
  return made
}

/** The notes that have pictures, by the version that they are shown in. */
function picturedNotes(papers: readonly NotedPaper[]) {
  const pictured = papers
    .filter(({ isThere }) => isThere)
    .flatMap(({ documentId, notes }) => notes.map((note) => ({ documentId, note })))
    .filter(({ note }) => note.mark !== undefined)
    .slice(0, mostNotePictures)
  const byVersion = Map.groupBy(pictured, ({ documentId, note }) => `${note.version} ${documentId}`)
  return [...byVersion.values()].map((group) => {
    const { documentId, note } = group[0]!
    const notes: NoteEntry[] = group.map((each) => each.note)
    return { documentId, version: note.version, notes }
  })
}

/** Undefined if the part is below what is drawn of a very long page. */
async function cutOut(
  { width, height, pixels }: Bitmap,
  part: PageRectangle,
): Promise<NotePicture | undefined> {
  if (height >= width * 2) return undefined
  const [left, top] = [Math.floor(part.x * width), Math.floor(part.y * height)]
  const box = {
    left,
    top,
    width: Math.min(width - left, Math.ceil(part.width * width)),
    height: Math.min(height - top, Math.ceil(part.height * height)),
  }
  // Loaded on demand, as for pictures of first pages.
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .extract(box)
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
  return { jpeg: new Uint8Array(data), width: info.width, height: info.height }
}
