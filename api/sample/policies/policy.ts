import { startPaper } from '../paper/paper.ts'
import type { Table } from '../paper/table.ts'

/** A permanent document of the foundation: chapters with numbered sections. */
export type Policy = {
  title: string
  subtitle: string
  facts: [label: string, value: string][]
  chapters: Chapter[]
}

type Chapter = {
  title: string
  texts?: string[]
  list?: string[]
  table?: Table
  /** Numbered within the chapter: `3.2 Notice`. */
  sections?: [title: string, ...texts: string[]][]
}

export async function writePolicy(policy: Policy, kicker: string, date: Date): Promise<Uint8Array> {
  const { title, subtitle, facts, chapters } = policy
  const paper = startPaper({ title, subtitle, facts, kicker, date })
  for (const [at, chapter] of chapters.entries()) {
    paper.section(chapter.title)
    if (chapter.texts) paper.text(...chapter.texts)
    if (chapter.list) paper.list(chapter.list)
    if (chapter.table) paper.table(chapter.table)
    for (const [index, [name, ...texts]] of (chapter.sections ?? []).entries()) {
      paper.subsection(`${at + 1}.${index + 1} ${name}`)
      paper.text(...texts)
    }
  }
  return paper.finish()
}

export const pairs = (
  left: string,
  right: string,
  rows: [string, string][],
  share = 36,
): Table => ({
  columns: [
    { label: left, share },
    { label: right, share: 100 - share },
  ],
  rows: rows.map((cells) => ({ cells })),
})
