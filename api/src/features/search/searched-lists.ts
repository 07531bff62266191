import type { Agenda } from '@portal/contract/agendas'
import type { DirectoryEntry } from '@portal/contract/directory'
import type { Found } from '@portal/contract/search-everything'
import type { NoteOnPaper } from '../notes/notes-feature.ts'
import {
  type DirectoryFieldName,
  directoryFieldNames,
  directoryFields,
} from '@portal/domain/directory-fields'
import { isQuarterly, meetingLabel, meetingOf } from '@portal/domain/meeting-ref'
import { parentItemIndex } from '@portal/domain/agenda-item'
import { subjectOf, targetFor } from '@portal/domain/note-subject'
import { shownQuotation } from '@portal/domain/shown-quotation'
import type { SearchEntry } from './entry-index.ts'

/** A searchable entry and its search result. */
export type Searched = { entry: SearchEntry; result: Found }

export function searchedItems(agendas: readonly Agenda[]): Searched[] {
  return agendas.flatMap((agenda) => {
    const { id: agendaId, title: path, items } = agenda
    const of = meetingFound(agenda)
    return items.flatMap(({ id, title, description = '', speaker = '', closed }, index) => {
      // A closed session isn't found by its time.
      if (closed) return []
      const parent = items[parentItemIndex(items, index) ?? -1]
      const place = parent?.title ? `${path} › ${parent.title}` : path
      // A sub-item may be for more people than the item that it belongs to.
      const indexed = parent?.audience ? path : place
      return {
        // Items of different agendas may have the same id.
        entry: { id: `${agendaId}/${id}`, title, path: indexed, text: lines(description, speaker) },
        result: { kind: 'agendaItem', id, title, place, ...of },
      }
    })
  })
}

/** The quarter of an agenda, or its meeting if that isn't a quarterly one. */
function meetingFound(agenda: Agenda): Pick<Found, 'quarter' | 'meeting'> {
  const { id, year, quarter } = agenda
  const meeting = meetingOf(id)
  if (!meeting || isQuarterly(meeting)) return { quarter: { year, quarter } }
  return { meeting: { id, name: meetingLabel(meeting, agenda) } }
}

export function searchedPeople(entries: readonly DirectoryEntry[]): Searched[] {
  const [places, texts] = [peopleFields('place'), peopleFields('text')]
  return entries.map((person) => {
    const { id, name: title } = person
    const of = (fields: DirectoryFieldName[]) =>
      fields.map((field) => person[field] ?? '').filter((text) => text !== '')
    const place = of(places).join(', ')
    return {
      entry: { id, title, path: place, text: lines(...of(texts)) },
      result: { kind: 'person', id, title, place },
    }
  })
}

function peopleFields(as: 'place' | 'text'): DirectoryFieldName[] {
  return directoryFieldNames.filter((name) => directoryFields[name].portalSearch === as)
}

/** Maximum length of a note's title; the rest of a longer note is searched as its text. */
const noteTitle = 160

/** Notes without words, such as ink, aren't found. */
export function searchedNotes(notes: readonly NoteOnPaper[]): Searched[] {
  return notes.flatMap(({ note, paper }) => {
    const target = targetFor(note, Infinity)
    const { page, words: quoted } = subjectOf(target)
    const quotation = quoted ? shownQuotation(quoted) : ''
    const { id, documentId, text } = note
    const words = text.trim() === '' ? quotation : text
    if (words.trim() === '') return []
    const title = shortened(words)
    const rest = lines(title === words ? '' : words, words === quotation ? '' : quotation)
    const result = { kind: 'note', id, title, place: paper, documentId, page }
    return {
      entry: { id: `${documentId}/${id}`, title, path: paper, text: rest },
      // Made in another paper, it has no version here: the paper opens with it under the notes without a place.
      result: {
        ...result,
        ...(target.documentId === undefined ? { version: target.version } : {}),
      },
    }
  })
}

function shortened(text: string): string {
  if (text.length <= noteTitle) return text
  const end = text.lastIndexOf(' ', noteTitle)
  return `${text.slice(0, end > noteTitle / 2 ? end : noteTitle).trimEnd()} …`
}

function lines(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n')
}
