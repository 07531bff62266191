import { randomUUID } from 'node:crypto'
import type { NotePlace } from '@portal/contract/notes'
import type { NoteSelector, NoteTarget } from '@portal/contract/note-target'
import type { Caller, HeavyWork, WorkerKind } from '../../platform/background/heavy-work.ts'
import type { PageFingerprints } from './anchors/match-page.ts'
import type { NoteTargets } from './place-notes.ts'

/** The text of a paper's version, which the hash of its original identifies. */
export type SourceText = {
  sha256: string
  /** A JSON array with one string per page, in UTF-8; undefined if there is none. */
  read: () => Promise<Uint8Array | undefined>
}

type SentText = { sha256: string; text?: Uint8Array | undefined }

type TextsGiven = {
  /** The portal's placer: texts are kept for it alone. */
  placer: string
  /** The texts that the worker didn't have. */
  texts: readonly SentText[]
  /** There are no more texts. */
  hasAll: boolean
}
type Given = keyof TextsGiven

export type PlacingNotes = TextsGiven & {
  version: number
  /** The hash of each version's text. */
  versions: ReadonlyMap<number, string>
  notes: readonly NoteTargets[]
  fingerprints: ReadonlyMap<number, PageFingerprints>
}
type FindingPages = TextsGiven & { pagesWithoutText: readonly string[] }

export type PlacingJob = PlacingNotes | FindingPages

export type PlacingAnswer = {
  /** The hashes of texts that the worker doesn't have: the same job with them is answered. */
  missing?: readonly string[]
  /** In the notes' order; only the first ones if all would take too long. */
  places?: (NotePlace | undefined)[]
  /** The page numbers of each text. */
  pages?: ReadonlyMap<string, readonly number[]>
}

/** Places notes: 500 on 100 pages take a fraction of a second. */
const placingWorker: WorkerKind<PlacingJob, PlacingAnswer> = {
  name: 'notes',
  script: new URL('./place-worker.ts', import.meta.url),
  length: 'short',
  timeout: 15_000,
  memoryMb: 256,
  idleTime: 60_000,
  longestWait: 20_000,
}

/** How many notes are sent at a time. */
const mostAtOnce = 500

type NotesToPlace = {
  version: number
  /** By version. */
  texts: ReadonlyMap<number, SourceText>
  notes: readonly NoteTargets[]
  fingerprints: ReadonlyMap<number, PageFingerprints>
}

export type NotePlacer = {
  /** Resolves to the places in the notes' order; undefined if that takes too much time or memory. */
  place: (
    notes: NotesToPlace,
    caller: Caller,
  ) => Promise<readonly (NotePlace | undefined)[] | undefined>
  /** The pages without text of each version, by the hash of its text. */
  pagesWithoutText: (
    texts: readonly SourceText[],
    caller: Caller,
  ) => Promise<ReadonlyMap<string, readonly number[]>>
}

/** Places notes in a worker, which keeps the texts that it has read. Takes a turn for each part of a second. */
export function createNotePlacer(heavyWork: Pick<HeavyWork, 'run'>): NotePlacer {
  const placer = randomUUID()
  const answerTo = (
    job: Omit<PlacingNotes, Given> | Omit<FindingPages, Given>,
    texts: ReadonlyMap<string, SourceText>,
    caller: Caller,
  ): Promise<PlacingAnswer | undefined> =>
    heavyWork.run(placingWorker, caller, async ({ ask }) => {
      const answer = await ask({ ...job, placer, texts: [], hasAll: false })
      if (!answer?.missing) return answer
      const sent = answer.missing.map(async (sha256) => ({
        sha256,
        text: await texts.get(sha256)?.read(),
      }))
      return ask({ ...job, placer, texts: await Promise.all(sent), hasAll: true })
    })

  return {
    async place({ version, texts, notes, fingerprints }, caller) {
      const places: (NotePlace | undefined)[] = []
      const versions = new Map([...texts].map(([number, { sha256 }]) => [number, sha256]))
      const byHash = new Map([...texts.values()].map((text) => [text.sha256, text]))
      while (places.length < notes.length) {
        const next = notes.slice(places.length, places.length + mostAtOnce).map(withoutDrawings)
        const job = { version, versions, notes: next, fingerprints }
        const answer = await answerTo(job, byHash, caller)
        if (!answer?.places?.length) return undefined
        places.push(...answer.places)
      }
      return places
    },
    async pagesWithoutText(texts, caller) {
      const byHash = new Map(texts.map((text) => [text.sha256, text]))
      const job = { pagesWithoutText: [...byHash.keys()] }
      return (await answerTo(job, byHash, caller))?.pages ?? new Map<string, never>()
    },
  }
}

/** The parts that place a note; its drawing doesn't, and may be large. */
function withoutDrawings({ target, placed }: NoteTargets): NoteTargets {
  const isNeeded = ({ type }: NoteSelector) => type !== 'SvgSelector'
  const needed = (full: NoteTarget) => ({ ...full, selector: full.selector.filter(isNeeded) })
  return { target: needed(target), ...(placed ? { placed: needed(placed) } : {}) }
}
