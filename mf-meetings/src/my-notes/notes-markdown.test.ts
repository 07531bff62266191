import type { NotedPaper, NoteEntry } from '@portal/domain/listed-notes'
import { describe, expect, it } from 'vitest'
import { notesMarkdown } from './notes-markdown.ts'

const note = (other: Partial<NoteEntry> = {}): NoteEntry => {
  return { id: 'a', color: 'yellow', text: '', page: 4, version: 2, isPlaced: true, ...other }
}

const paper = (name: string, notes: NoteEntry[]): NotedPaper => {
  return { documentId: name, name, isThere: true, notes }
}

const markdownOf = (noted: NotedPaper, picture?: string) =>
  notesMarkdown([{ name: 'Q4 2026', papers: [noted] }], 'Today', async () => picture)

describe('notes as Markdown', () => {
  const written = (...notes: NoteEntry[]) => markdownOf(paper('Budget_vs *Actual*', notes))

  it('writes quotations as block quotes, with page and version', async () => {
    expect(await written(note({ quotation: 'Nine months.\nNo more.', text: 'Why nine?' }))).toBe(
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

  it('says that a quotation was withdrawn', async () => {
    expect(await written(note({ withdrawnWith: 2, text: 'Mine' }))).toContain(
      '*The quotation was withdrawn with version 2.*\n\nMine\n',
    )
  })

  it('says which notes aren’t placed', async () => {
    expect(await written(note({ isPlaced: false }))).toContain(
      '**Page 4, version 2 · Yellow · Not placed**',
    )
    expect(await written(note({ isPlaced: false, isPending: true }))).toContain(
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
  ])('writes “%s” as words, not as markup', async (text, markdown) => {
    expect((await written(note({ text }))).split('\n').at(-2)).toBe(markdown)
  })

  it('keeps lines and paragraphs', async () => {
    expect(await written(note({ text: 'One\nTwo\n\nThree' }))).toContain('One\\\nTwo\n\nThree\n')
  })
})

describe('the pictures of areas and drawings', () => {
  const drawing = note({ text: 'Why [now]?\nAsk', subject: 'A drawing' })
  const address = 'data:image/jpeg;base64,AAAA'

  it('are described by the note’s words, with their long addresses at the end', async () => {
    const markdown = await markdownOf(paper('Budget', [drawing, note({ id: 'b' })]), address)
    expect(markdown).toContain(
      String.raw`**Page 4, version 2 · Yellow · A drawing**

![A drawing on page 4 of Budget: Why \[now\]? Ask][picture-1]

Why \[now\]?\
Ask`,
    )
    expect(markdown.endsWith(`[picture-1]: ${address}\n\n[picture-2]: ${address}\n`)).toBe(true)
  })

  it('are left out if they can’t be drawn', async () => {
    const markdown = await markdownOf(paper('Budget', [drawing]))
    expect(markdown).toContain('**Page 4, version 2 · Yellow · A drawing**')
    expect(markdown).not.toContain('![')
  })

  it('are bounded in number', async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ ...drawing, id: `${index}` }))
    expect((await markdownOf(paper('Budget', many), address)).match(/!\[/g)).toHaveLength(200)
  })
})
