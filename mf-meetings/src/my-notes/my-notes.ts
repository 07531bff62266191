import type { NotedPaper } from '@portal/contract/listed-notes'
import type { NoteColor } from '@portal/contract/notes'

/** The notes of a color that contain all the words in their text, quotation or paper's name. */
export function matchingNotes(
  papers: readonly NotedPaper[],
  { words, color }: { words: string; color: NoteColor | undefined },
): NotedPaper[] {
  const wanted = folded(words).split(' ').filter(Boolean)
  return papers.flatMap((paper) => {
    const notes = paper.notes.filter((note) => {
      if (color && note.color !== color) return false
      const searched = folded([paper.name, note.quotation ?? '', note.text].join(' '))
      return wanted.every((word) => searched.includes(word))
    })
    return notes.length > 0 ? [{ ...paper, notes }] : []
  })
}

/** Without case, accents and line breaks, with straight quotation marks. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}

export function countOf(papers: readonly NotedPaper[]): number {
  return papers.reduce((sum, { notes }) => sum + notes.length, 0)
}
