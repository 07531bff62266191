import { answerJobs } from '../../platform/background/answer-jobs.ts'
import { type PaperLetters, pagesWithoutText, paperLetters } from './anchors/paper-letters.ts'
import type { PlacingAnswer, PlacingJob, PlacingNotes } from './note-placer.ts'
import { type PaperTexts, placeNote } from './place-notes.ts'

/** In ms: the rest is placed in another turn. */
const longestTurn = 250
/** How much memory texts are kept in, in bytes: about this much for an index, and for each byte of a text. */
const mostKept = 96 * 1024 * 1024
const [indexSize, byteSize] = [2 * 1024 * 1024, 14]

type ReadText = { pages: string[]; letters: PaperLetters; size: number }

const decoder = new TextDecoder()
/** By placer and hash, ordered by last use. */
const cache = new Map<string, ReadText>()

answerJobs(answerTo)

function answerTo(job: PlacingJob): PlacingAnswer {
  const sent = new Map(job.texts.map(({ sha256, text }) => [sha256, text && read(text)]))
  const textOf = (sha256: string) => sent.get(sha256) ?? cache.get(`${job.placer} ${sha256}`)
  const needed = 'notes' in job ? [...new Set(job.versions.values())] : job.pagesWithoutText
  const missing = needed.filter((sha256) => !textOf(sha256))
  if (missing.length > 0 && !job.hasAll) return { missing }
  const texts = new Map(needed.map((sha256) => [sha256, textOf(sha256)]))
  for (const [sha256, text] of texts) if (text) keep(`${job.placer} ${sha256}`, text)
  if ('notes' in job) return { places: placesOf(job, texts) }
  const pages = [...texts].map(
    ([sha256, text]) => [sha256, text ? pagesWithoutText(text.pages) : []] as const,
  )
  return { pages: new Map(pages) }
}

function placesOf(
  { version, versions, notes, fingerprints }: PlacingNotes,
  texts: ReadonlyMap<string, ReadText | undefined>,
) {
  const letters = [...versions].flatMap(([number, sha256]): [number, PaperLetters][] => {
    const text = texts.get(sha256)
    return text ? [[number, text.letters]] : []
  })
  const all = new Map(letters)
  const paper: PaperTexts = { version, shown: all.get(version), earlier: all, fingerprints }
  const end = performance.now() + longestTurn
  const places: PlacingAnswer['places'] = []
  for (const note of notes) {
    if (places.length > 0 && performance.now() > end) break
    places.push(placeNote(note, paper))
  }
  return places
}

function read(json: Uint8Array): ReadText {
  const pages = JSON.parse(decoder.decode(json)) as string[]
  return { pages, letters: paperLetters(pages), size: indexSize + byteSize * json.byteLength }
}

function keep(key: string, text: ReadText): void {
  cache.delete(key)
  cache.set(key, text)
  let size = 0
  for (const entry of cache.values()) size += entry.size
  for (const [oldest, entry] of cache) {
    if (size <= mostKept || oldest === key) break
    cache.delete(oldest)
    size -= entry.size
  }
}
