import { createHash } from 'node:crypto'
import type { NotePlace, PlacedNote } from '@portal/contract/notes'
import type { NoteTarget } from '@portal/contract/note-target'
import { pageOf } from '@portal/domain/note-subject'
import type { Person } from '@portal/contract/portal'
import { type Caller, flowOf, type HeavyWork } from '../../platform/background/heavy-work.ts'
import type { DocumentsService } from '../documents/documents-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { PagePictures } from '../sync/sync-feature.ts'
import type { PageFingerprints } from './anchors/match-page.ts'
import { createPlaceCache } from './place-cache.ts'
import { createNotePlacer, type SourceText } from './note-placer.ts'
import { createPageFingerprintsService } from './page-fingerprints-service.ts'
import { hasQuote, placeNote } from './place-notes.ts'
import { type KeptNote, shownNote } from './stored-note.ts'

export type PlacedNotesService = {
  /** Places notes in a version of their paper; the shown version needs no read from the store. */
  place: (
    person: Person,
    notes: readonly KeptNote[],
    of: { documentId: string; version: number; isShown?: boolean },
    signal?: AbortSignal,
  ) => Promise<PlacedNote[]>
}

type Parts = {
  documents: Pick<DocumentsService, 'textBytes' | 'version'>
  pictures: Pick<PagePictures, 'draw'>
  heavyWork: Pick<HeavyWork, 'run' | 'share'>
}

export function createPlacedNotesService({
  documents,
  pictures,
  heavyWork,
}: Parts): PlacedNotesService {
  const placer = createNotePlacer(heavyWork)
  const pageFingerprints = createPageFingerprintsService(pictures, heavyWork)
  const placeCache = createPlaceCache()

  const textOf = async (
    person: Person,
    { documentId, version }: PaperVersion,
  ): Promise<VersionText> => {
    // Read first: a text that is extracted meanwhile is found below.
    const readable = await unlessGone(documents.version(person, documentId, version))
    if (!readable || readable.text === 'none') return noText
    const read = () => unlessGone(documents.textBytes(person, documentId, version))
    const { sha256, mimeType, text } = readable
    if (text === 'made') return { readable, text: { sha256, read }, isPending: false }
    const bytes = await read()
    if (!bytes) return { readable, text: undefined, isPending: mimeType === 'application/pdf' }
    return { readable, text: { sha256, read: async () => bytes }, isPending: false }
  }

  /** The fingerprints of the versions with notes on pages without text, and of the version to place them in. */
  const fingerprintsFor = async (
    { version, notes, texts }: Placing,
    caller: Caller,
  ): Promise<Fingerprints> => {
    const none: Fingerprints = { fingerprints: new Map(), isNeeded: () => false }
    const onPages = pagesToFind(
      notes.filter((note) => needsText(note, version)),
      version,
    )
    if (onPages.length === 0) return none
    const wanted = [...new Set([version, ...onPages.map((page) => page.version)])]
    const sources = new Map(
      wanted.flatMap((number) => {
        const text = texts.get(number)?.text
        return text ? [[number, text] as const] : []
      }),
    )
    const pages = await placer.pagesWithoutText([...sources.values()], caller)
    const pagesOf = (number: number) => pages.get(sources.get(number)?.sha256 ?? '') ?? []
    const isWithoutText = (anchor: { version: number; page: number }) =>
      pagesOf(anchor.version).includes(anchor.page)
    const made = onPages.filter(isWithoutText)
    if (made.length === 0 || pagesOf(version).length === 0) return none
    const fingerprints = new Map<number, PageFingerprints>()
    const versions = [...new Set([version, ...made.map((each) => each.version)])]
    const drawing = versions.map(async (number) => {
      const readable = texts.get(number)?.readable
      if (readable?.mimeType !== 'application/pdf') return
      const drawn = await pageFingerprints.of(readable.sha256, pagesOf(number), caller)
      if (drawn) fingerprints.set(number, drawn)
    })
    await Promise.all(drawing)
    const isNeeded = (note: Placeable) => pagesToFind([note], version).some(isWithoutText)
    return { fingerprints, isNeeded }
  }

  /** Finds the places of notes, each once while its revision and the texts are the same. */
  const placesOf = async (
    list: string,
    placing: Placing,
    caller: Caller,
  ): Promise<(NotePlace | undefined)[]> => {
    const { version, notes, texts } = placing
    const byOf = ({ revision, ...note }: Placeable) => {
      const versions = new Set([version, ...targetsOf([note]).map((target) => target.version)])
      const hashes = [...versions].map((each) => texts.get(each)?.text?.sha256 ?? '')
      return [revision, ...hashes].join(' ')
    }
    const known = notes.map((note) => placeCache.get(list, note.id, byOf(note)))
    const left = notes.filter((_, index) => !known[index])
    const placeOf = new Map<Placeable, NotePlace | undefined>()
    if (left.length > 0) {
      const { fingerprints, isNeeded } = await fingerprintsFor({ ...placing, notes: left }, caller)
      const sources = new Map(
        [...texts].flatMap(([number, { text }]) => (text ? [[number, text] as const] : [])),
      )
      const places = await placer.place(
        { version, texts: sources, notes: left, fingerprints },
        caller,
      )
      if (!places) {
        const detail = 'Your notes could not be placed in this version. Please try again.'
        throw new Refusal('unavailable', detail, { retryAfter: 2 })
      }
      for (const [index, note] of left.entries()) {
        const place = places[index]
        placeOf.set(note, place)
        // Pages that couldn't be drawn now may be drawn later.
        const isFinal = !isNeeded(note) || (fingerprints.has(version) && fingerprints.size > 1)
        if (isFinal) placeCache.set(list, note.id, { by: byOf(note), place })
      }
    }
    return notes.map((note, index) => (known[index] ? known[index].place : placeOf.get(note)))
  }

  return {
    async place(person, kept, { documentId, version, isShown = false }, signal) {
      const { notes, versionOf } = numbered(kept, documentId)
      const withText = notes.filter((note) => needsText(note, version))
      const texts = new Map<number, VersionText>()
      const readText = async (number: number) => {
        const of = versionOf(number)
        const isOfShown = number === version && isShown
        texts.set(number, await textOf(person, isOfShown ? { ...of, version: undefined } : of))
      }
      if (withText.length > 0) await readText(version)
      const shown = texts.get(version)
      if (shown?.text) await Promise.all(otherVersions(withText, version).map(readText))
      const waits = (note: Placeable) =>
        shown?.isPending || targetsOf([note]).some((target) => texts.get(target.version)?.isPending)
      const list = `${person.uid} ${documentId} ${version}`
      const placing = { version, notes, texts }
      const places = shown?.text
        ? await heavyWork.share(
            `places ${list} ${hashOf(notes)}`,
            { by: flowOf(person), signal },
            (caller) => placesOf(list, placing, caller),
          )
        : notes.map((note) => placeNote(note, { version, shown: undefined, earlier: new Map() }))
      return kept.map((own, index) => {
        const note = shownNote(own)
        const place = places[index]
        if (place) return { note, place }
        return { note, ...(waits(notes[index]!) ? { isPending: true } : {}) }
      })
    },
  }
}

/** Without a text if the version has none, is gone, or its text hasn't been read yet. */
type VersionText = {
  text: SourceText | undefined
  isPending: boolean
  readable?: { sha256: string; mimeType: string }
}

const noText: VersionText = { text: undefined, isPending: false }

type Placing = {
  version: number
  notes: readonly Placeable[]
  /** By version. */
  texts: ReadonlyMap<number, VersionText>
}

type Fingerprints = {
  /** By version. */
  fingerprints: ReadonlyMap<number, PageFingerprints>
  /** Whether the note is placed by how pages look. */
  isNeeded: (note: Placeable) => boolean
}

function hashOf(notes: readonly Placeable[]): string {
  const hash = createHash('sha256')
  for (const { id, revision } of notes) hash.update(`${id} ${revision} `)
  return hash.digest('hex')
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Refusal && ['notFound', 'gone'].includes(error.code)) return undefined
    throw error
  }
}

type PaperVersion = { documentId: string; version: number | undefined }
type Placeable = Pick<KeptNote, 'id' | 'revision' | 'target' | 'placed'>

/**
 * The notes with a number for each version of another paper in which they were made, below zero; and what each number
 * means.
 */
function numbered(kept: readonly KeptNote[], documentId: string) {
  const others: PaperVersion[] = []
  const numberOf = (target: NoteTarget): NoteTarget => {
    const { documentId: paper, version } = target
    if (paper === undefined) return target
    const known = others.findIndex(
      (other) => other.documentId === paper && other.version === version,
    )
    if (known < 0) others.push({ documentId: paper, version })
    return { ...target, version: -(known < 0 ? others.length : known + 1) }
  }
  const notes = kept.map(({ id, revision, target, placed }): Placeable => ({
    id,
    revision,
    target: numberOf(target),
    placed: placed && numberOf(placed),
  }))
  const versionOf = (number: number): PaperVersion =>
    number < 0 ? others[-number - 1]! : { documentId, version: number }
  return { notes, versionOf }
}

/** Other notes are where they were made. */
function needsText({ target, placed }: Placeable, version: number): boolean {
  const own = placed?.version === version ? placed : target
  return own.version !== version || hasQuote(own)
}

/** The pages of other versions that have notes without a quotation. */
function pagesToFind(
  notes: readonly Pick<KeptNote, 'target' | 'placed'>[],
  version: number,
): { version: number; page: number }[] {
  return targetsOf(notes)
    .filter((target) => target.version !== version && !hasQuote(target))
    .map((target) => ({ version: target.version, page: pageOf(target.selector) }))
}

/** The versions that notes were made on or placed in; their texts distinguish passages and pages. */
function otherVersions(notes: readonly Placeable[], version: number): number[] {
  const others = targetsOf(notes).filter((target) => target.version !== version)
  return [...new Set(others.map((other) => other.version))]
}

function targetsOf(notes: readonly Pick<KeptNote, 'target' | 'placed'>[]): NoteTarget[] {
  return notes.flatMap(({ target, placed }) => (placed ? [placed, target] : [target]))
}
