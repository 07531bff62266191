import type { NoteTarget, PlacedNote } from '@portal/contract/notes'
import type { Person } from '@portal/contract/portal'
import type { BlobStore } from '../documents/blob-store.ts'
import type { DocumentsService } from '../documents/documents-service.ts'
import { Refusal } from '../refusal.ts'
import { createNotePlacer } from './note-placer.ts'
import type { PageLooks } from './anchors/page-by-look.ts'
import { pagesWithoutText } from './anchors/paper-letters.ts'
import { createPageLooksService } from './page-looks-service.ts'
import { hasQuote, pageOf, placeNote } from './place-notes.ts'
import { type KeptNote, shownNote } from './stored-note.ts'

export type PlacedNotesService = {
  /** Places notes in a version of their paper; the shown version needs no read from the store. */
  place: (
    person: Person,
    notes: readonly KeptNote[],
    of: { documentId: string; version: number; isShown?: boolean },
  ) => Promise<PlacedNote[]>
  stop: () => Promise<void>
}

export function createPlacedNotesService(
  documents: Pick<DocumentsService, 'textBytes' | 'version'>,
  blobs: Pick<BlobStore, 'read'>,
): PlacedNotesService {
  const placer = createNotePlacer()
  const pageLooks = createPageLooksService(blobs)

  const textOf = async (
    person: Person,
    { documentId, version }: PaperVersion,
  ): Promise<VersionText> => {
    // Looked at first: a text that is read meanwhile is found below.
    const readable = await unlessGone(documents.version(person, documentId, version))
    const bytes = await unlessGone(documents.textBytes(person, documentId, version))
    const isUnread = readable?.mimeType === 'application/pdf' && readable.text === undefined
    return { bytes, isPending: !bytes && isUnread }
  }

  /** The looks of the versions with notes on pages without text, and of the version to place them in. */
  const looksFor = async (
    person: Person,
    { version, notes, texts, versionOf }: LooksNeeded,
  ): Promise<Map<number, PageLooks>> => {
    const found = new Map<number, PageLooks>()
    const onPages = pagesToFind(notes, version)
    if (onPages.length === 0) return found
    const pages = new Map([...texts].map(([one, text]) => [one, pagesWithoutText(pagesOf(text))]))
    const made = onPages.filter(({ version: one, page }) => pages.get(one)?.includes(page))
    if (made.length === 0 || !pages.get(version)?.length) return found
    const versions = [...new Set([version, ...made.map((one) => one.version)])]
    const readable = await Promise.all(
      versions.map(async (number) => {
        const { documentId, version: one } = versionOf(number)
        return { number, readable: await unlessGone(documents.version(person, documentId, one)) }
      }),
    )
    const looks = readable.map(async ({ number, readable: one }) => {
      if (one?.mimeType !== 'application/pdf') return
      const drawn = await pageLooks.of(one.sha256, pages.get(number)!)
      if (drawn) found.set(number, drawn)
    })
    await Promise.all(looks)
    return found
  }

  return {
    async place(person, kept, { documentId, version, isShown = false }) {
      const { notes, versionOf } = numbered(kept, documentId)
      const others = notes.filter(({ target, placed }) => {
        const own = placed?.version === version ? placed : target
        return own.version !== version || hasQuote(own)
      })
      const { bytes: text, isPending } =
        others.length > 0
          ? await textOf(person, { documentId, version: isShown ? undefined : version })
          : noText
      const versions = text ? otherVersions(others, version) : []
      const earlier = await Promise.all(
        versions.map(async (one) => ({
          version: one,
          ...(await textOf(person, versionOf(one))),
        })),
      )
      const known = earlier.flatMap(({ version: one, bytes }) =>
        bytes ? [{ version: one, text: bytes }] : [],
      )
      const unread = new Set(earlier.filter((one) => one.isPending).map((one) => one.version))
      const waits = (note: Placeable) =>
        isPending || targetsOf([note]).some((target) => unread.has(target.version))
      const toPlace = notes.map(({ target, placed }) => ({ target, placed }))
      const places = text
        ? await placer.place({
            version,
            notes: toPlace,
            text,
            earlier: known,
            looks: await looksFor(person, {
              version,
              versionOf,
              notes: others,
              texts: new Map([
                [version, text],
                ...known.map((one) => [one.version, one.text] as const),
              ]),
            }),
          })
        : toPlace.map((one) => placeNote(one, { version, shown: undefined, earlier: new Map() }))
      if (!places) {
        const detail = 'Your notes could not be placed in this version. Please try again.'
        throw new Refusal('unavailable', detail, { retryAfter: 2 })
      }
      return kept.map((own, index) => {
        const place = places[index]
        const note = shownNote(own)
        if (place) return { note, place }
        return { note, ...(waits(notes[index]!) ? { isPending: true } : {}) }
      })
    },
    async stop() {
      await Promise.all([placer.stop(), pageLooks.stop()])
    },
  }
}

/** Without bytes if the version has no text, is gone, or its text hasn't been read yet. */
type VersionText = { bytes: Uint8Array | undefined; isPending: boolean }

const noText: VersionText = { bytes: undefined, isPending: false }

async function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Refusal && ['notFound', 'gone'].includes(error.code)) return undefined
    throw error
  }
}

type PaperVersion = { documentId: string; version: number | undefined }
type Placeable = Pick<KeptNote, 'target' | 'placed'>

/**
 * The notes with a number for each version of another paper in which they were made, below zero; and what each number
 * means.
 */
function numbered(kept: readonly KeptNote[], documentId: string) {
  const others: PaperVersion[] = []
  const numberOf = (target: NoteTarget): NoteTarget => {
    const { documentId: paper, version } = target
    if (paper === undefined) return target
    const known = others.findIndex((one) => one.documentId === paper && one.version === version)
    if (known < 0) others.push({ documentId: paper, version })
    return { ...target, version: -(known < 0 ? others.length : known + 1) }
  }
  const notes = kept.map(({ target, placed }): Placeable => ({
    target: numberOf(target),
    placed: placed && numberOf(placed),
  }))
  const versionOf = (number: number): PaperVersion =>
    number < 0 ? others[-number - 1]! : { documentId, version: number }
  return { notes, versionOf }
}

type LooksNeeded = {
  version: number
  notes: readonly Placeable[]
  /** By version. */
  texts: ReadonlyMap<number, Uint8Array>
  versionOf: (number: number) => PaperVersion
}

/** The pages of other versions that have notes without a quotation. */
function pagesToFind(
  notes: readonly Placeable[],
  version: number,
): { version: number; page: number }[] {
  return targetsOf(notes)
    .filter((one) => one.version !== version && !hasQuote(one))
    .map((one) => ({ version: one.version, page: pageOf(one.selector) }))
}

const decoder = new TextDecoder()

function pagesOf(text: Uint8Array): string[] {
  return JSON.parse(decoder.decode(text)) as string[]
}

/** The versions that notes were made on or placed in; their texts distinguish passages and pages. */
function otherVersions(notes: readonly Placeable[], version: number): number[] {
  const others = targetsOf(notes).filter((one) => one.version !== version)
  return [...new Set(others.map((one) => one.version))]
}

function targetsOf(notes: readonly Placeable[]): NoteTarget[] {
  return notes.flatMap(({ target, placed }) => (placed ? [placed, target] : [target]))
}
