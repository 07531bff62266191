import type { PlacedNote } from '@portal/contract/notes'
import type { Person } from '@portal/contract/portal'
import type { DocumentsService } from '../documents/documents-service.ts'
import { Refusal } from '../refusal.ts'
import { createNotePlacer } from './note-placer.ts'
import { hasQuote, placeNote } from './place-notes.ts'
import { type KeptNote, shownNote } from './stored-note.ts'

export type PlacedNotesService = {
  /** The notes with their places in a version of their paper; the shown one needs no look into the store. */
  place: (
    person: Person,
    notes: readonly KeptNote[],
    of: { documentId: string; version: number; isShown?: boolean },
  ) => Promise<PlacedNote[]>
  stop: () => Promise<void>
}

export function createPlacedNotesService(
  documents: Pick<DocumentsService, 'textBytes'>,
): PlacedNotesService {
  const placer = createNotePlacer()

  /** Undefined if the version has no text, or is gone. */
  const textOf = async (person: Person, documentId: string, version: number | undefined) => {
    try {
      return await documents.textBytes(person, documentId, version)
    } catch (error) {
      if (error instanceof Refusal && ['notFound', 'gone'].includes(error.code)) return undefined
      throw error
    }
  }

  return {
    async place(person, notes, { documentId, version, isShown = false }) {
      const others = notes.filter(({ target, placed }) => {
        const own = placed?.version === version ? placed : target
        return own.version !== version || hasQuote(own)
      })
      const text =
        others.length > 0
          ? await textOf(person, documentId, isShown ? undefined : version)
          : undefined
      const versions = text ? otherVersions(others, version) : []
      const earlier = await Promise.all(
        versions.map(async (one) => ({
          version: one,
          text: await textOf(person, documentId, one),
        })),
      )
      const toPlace = notes.map(({ target, placed }) => ({ target, placed }))
      const places = text
        ? await placer.place({
            version,
            notes: toPlace,
            text,
            earlier: earlier.flatMap(({ version: one, text: found }) =>
              found ? [{ version: one, text: found }] : [],
            ),
          })
        : toPlace.map((one) => placeNote(one, { version, shown: undefined, earlier: new Map() }))
      if (!places) {
        const detail = 'Your notes could not be placed in this version. Please try again.'
        throw new Refusal('unavailable', detail, { retryAfter: 2 })
      }
      return notes.map((kept, index) => {
        const place = places[index]
        return { note: shownNote(kept), ...(place ? { place } : {}) }
      })
    },
    stop: placer.stop,
  }
}

/** The versions that notes were made on or placed in, whose texts tell passages and pages apart. */
function otherVersions(notes: readonly KeptNote[], version: number): number[] {
  const targets = notes.flatMap(({ target, placed }) => (placed ? [placed, target] : [target]))
  const others = targets.filter((one) => one.version !== version)
  return [...new Set(others.map((one) => one.version))]
}
