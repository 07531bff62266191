import { randomUUID } from 'node:crypto'
import type { Call } from '@portal/remote-kit/client'
import { getNotes, noteLimits, type SavedNote, saveNotes } from '@portal/contract/notes'
import type { NoteSelector } from '@portal/contract/note-target'
import { noteColors } from '@portal/domain/mark-colors'
import { pageLetters } from '@portal/domain/page-letters'
import { setTimeout as delay } from 'node:timers/promises'
import { randomSentence, seededChance } from '../../api/src/features/paper-changes/paper-fixture.ts'

/** How many notes a page gets: three on words, an area, and ink. */
export const notesPerPage = 5
const sentencesPerPage = 16

/** Pages of sentences, each in a line of its own. */
export function notedPages(count: number): string[] {
  const chance = seededChance(11)
  return Array.from({ length: count }, () =>
    Array.from({ length: sentencesPerPage }, () => randomSentence(chance)).join('\n'),
  )
}

/** Writes the notes and waits until the API places them all; returns how many there are. */
export async function addManyNotes(
  member: Call,
  documentId: string,
  pages: readonly string[],
): Promise<number> {
  const notes = pages.flatMap((text, index) => notesOn(text, index + 1))
  for (let at = 0; at < notes.length; at += noteLimits.perSave) {
    const body = {
      documentId,
      erasures: 0,
      notes: notes.slice(at, at + noteLimits.perSave),
      removed: [],
    }
    await member(saveNotes, { body })
  }
  for (;;) {
    const shown = await member(getNotes, { params: { id: documentId } })
    // The text of the paper is extracted after the sync.
    if (shown.notes.filter(({ place }) => place).length === notes.length) return notes.length
    await delay(500)
  }
}

/** Five notes on a page, from 1, of sentences. */
export function notesOn(text: string, page: number): SavedNote[] {
  const sentences = text.split('\n')
  const words = [2, 6, 10].map((at): NoteSelector[] => {
    const start = pageLetters(sentences.slice(0, at).join('')).text.length
    const end = start + pageLetters(sentences[at]!).text.length
    return [
      { type: 'TextQuoteSelector', exact: sentences[at]!, prefix: '', suffix: '' },
      { type: 'TextPositionSelector', start, end },
    ]
  })
  const area: NoteSelector = {
    type: 'FragmentSelector',
    conformsTo: 'http://www.w3.org/TR/media-frags/',
    value: 'xywh=percent:12,60,40,8',
  }
  const ink: NoteSelector = {
    type: 'SvgSelector',
    value: `<svg viewBox="0 0 100 100"><path d="${wave()}"/></svg>`,
  }
  return [...words, [area], [ink]].map((selectors, index) => ({
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    color: noteColors[(page + index) % noteColors.length]!,
    text: index % 2 === 0 ? 'Ask about this in the meeting.' : '',
    target: { version: 1, selector: [pageSelector(page), ...selectors] },
  }))
}

function pageSelector(page: number): NoteSelector {
  return {
    type: 'FragmentSelector',
    conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
    value: `page=${page}`,
  }
}

/** A line of 120 points. */
function wave(): string {
  const points = Array.from({ length: 120 }, (_, at) => {
    const y = (75 + 4 * Math.sin(at / 6)).toFixed(2)
    return `${at === 0 ? 'M' : 'L'}${(10 + at / 2).toFixed(2)} ${y}`
  })
  return points.join('')
}
