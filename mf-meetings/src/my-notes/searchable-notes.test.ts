import type { NotedPaper, NoteEntry } from '@portal/domain/listed-notes'
import { describe, expect, it } from 'vitest'
import { matchingNotes } from './searchable-notes.tsx'
import { notesMarkdown } from './my-notes-screen.tsx'

const note = (other: Partial<NoteEntry> = {}): NoteEntry => {
  return { id: 'a', color: 'yellow', text: '', page: 4, version: 2, isPlaced: true, ...other }
}

const paper = (name: string, other: Partial<NotedPaper> = {}): NotedPaper => {
  return { documentId: name, name, isThere: true, notes: [note()], ...other }
}

describe('the search', () => {
  const papers = [
    paper('Grants Docket', {
      notes: [
        note({ id: 'quote', quotation: 'The café’s\nreserve' }),
        note({ id: 'text', text: 'Ask María', color: 'green' }),
      ],
    }),
    paper('Budget', { notes: [note({ id: 'budget' })] }),
  ]
  const matching = (words: string, color?: 'green') =>
    matchingNotes(papers, { words, color }).flatMap(({ notes }) => notes.map(({ id }) => id))

  it.each([
    ['', ['quote', 'text', 'budget']],
    ['RESERVE', ['quote']],
    ["cafe's reserve", ['quote']],
    ['maria', ['text']],
    ['docket', ['quote', 'text']],
    ['docket ask', ['text']],
    ['nothing of it', []],
  ])('finds “%s” in words, quotations and names of papers', (words, ids) => {
    expect(matching(words)).toEqual(ids)
  })

  it('filters by color', () => {
    expect(matching('', 'green')).toEqual(['text'])
    expect(matching('reserve', 'green')).toEqual([])
  })
})

describe('notes as Markdown', () => {
  const written = (...notes: NoteEntry[]) =>
    notesMarkdown([{ name: 'Q4 2026', papers: [paper('Budget_vs *Actual*', { notes })] }], 'Today')

  it('writes quotations as block quotes, with page and version', () => {
    expect(written(note({ quotation: 'Nine months.\nNo more.', text: 'Why nine?' }))).toBe(
      [
        '# My notes',
        'Today',
        '## Q4 2026',
        String.raw`### Budget\_vs \*Actual\*`,
        '**Page 4, version 2 · Yellow**',
        '> Nine months.\\\n> No more.',
        String.raw`Why nine?`,
        '',
      ]
        .join('\n\n')
        .replace(/\n\n$/, '\n'),
    )
  })

  it('says that a quotation was withdrawn', () => {
    expect(written(note({ withdrawnWith: 2, text: 'Mine' }))).toContain(
      '*The quotation was withdrawn with version 2.*\n\nMine\n',
    )
  })

  it('says which notes aren’t placed', () => {
    expect(written(note({ isPlaced: false }))).toContain(
      '**Page 4, version 2 · Yellow · Not placed**',
    )
    expect(written(note({ isPlaced: false, isPending: true }))).toContain(
      '**Page 4, version 2 · Yellow · Not placed yet**',
    )
  })

  it.each([
    ['# Heading', String.raw`\# Heading`],
    ['- item', String.raw`\- item`],
    ['1. item', String.raw`1\. item`],
    ['<script>alert(1)</script> &amp;', String.raw`\<script\>alert(1)\</script\> \&amp;`],
    ['[link](http://x) ![image](y)', String.raw`\[link\](http://x) \!\[image\](y)`],
    ['a * b _c_ `d` \\', String.raw`a \* b \_c\_ \`d\` \\`],
    ['    code', 'code'],
    ['> quote', String.raw`\> quote`],
  ])('writes “%s” as words, not as markup', (text, markdown) => {
    expect(written(note({ text })).split('\n').at(-2)).toBe(markdown)
  })

  it('keeps lines and paragraphs', () => {
    expect(written(note({ text: 'One\nTwo\n\nThree' }))).toContain('One\\\nTwo\n\nThree\n')
  })
})
