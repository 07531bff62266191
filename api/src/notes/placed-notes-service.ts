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
    documentId: string,
    version: number | undefined,
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
    documentId: string,
    { version, notes, texts }: LooksNeeded,
  ): Promise<Map<number, PageLooks>> => {
    const found = new Map<number, PageLooks>()
    const onPages = pagesToFind(notes, version)
    if (onPages.length === 0) return found
    const pages = new Map([...texts].map(([one, text]) => [one, pagesWithoutText(pagesOf(text))]))
    const made = onPages.filter(({ version: one, page }) => pages.get(one)?.includes(page))
    if (made.length === 0 || !pages.get(version)?.length) return found
    const versions = [...new Set([version, ...made.map((one) => one.version)])]
    const readable = await Promise.all(
      versions.map((one) => unlessGone(documents.version(person, documentId, one))),
    )
    const looks = readable.map(async (one) => {
      if (one?.mimeType !== 'application/pdf') return
      const { number, sha256 } = one
      const drawn = await pageLooks.of(sha256, pages.get(number)!)
      if (drawn) found.set(number, drawn)
    })
    await Promise.all(looks)
    return found
  }

  return {
    async place(person, notes, { documentId, version, isShown = false }) {
      const others = notes.filter(({ target, placed }) => {
        const own = placed?.version === version ? placed : target
        return own.version !== version || hasQuote(own)
      })
      const { bytes: text, isPending } =
        others.length > 0 ? await textOf(person, documentId, isShown ? undefined : version) : noText
      const versions = text ? otherVersions(others, version) : []
      const earlier = await Promise.all(
        versions.map(async (one) => ({
          version: one,
          ...(await textOf(person, documentId, one)),
        })),
      )
      const known = earlier.flatMap(({ version: one, bytes }) =>
        bytes ? [{ version: one, text: bytes }] : [],
      )
      const unread = new Set(earlier.filter((one) => one.isPending).map((one) => one.version))
      const waits = (kept: KeptNote) =>
        isPending || targetsOf([kept]).some((target) => unread.has(target.version))
      const toPlace = notes.map(({ target, placed }) => ({ target, placed }))
      const places = text
        ? await placer.place({
            version,
            notes: toPlace,
            text,
            earlier: known,
            looks: await looksFor(person, documentId, {
              version,
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
      return notes.map((kept, index) => {
        const place = places[index]
        const note = shownNote(kept)
        if (place) return { note, place }
        return { note, ...(waits(kept) ? { isPending: true } : {}) }
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

type LooksNeeded = {
  version: number
  notes: readonly KeptNote[]
  /** By version. */
  texts: ReadonlyMap<number, Uint8Array>
}

/** The pages of other versions that have notes without a quotation. */
function pagesToFind(
  notes: readonly KeptNote[],
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
function otherVersions(notes: readonly KeptNote[], version: number): number[] {
  const others = targetsOf(notes).filter((one) => one.version !== version)
  return [...new Set(others.map((one) => one.version))]
}

function targetsOf(notes: readonly KeptNote[]): NoteTarget[] {
  return notes.flatMap(({ target, placed }) => (placed ? [placed, target] : [target]))
}
