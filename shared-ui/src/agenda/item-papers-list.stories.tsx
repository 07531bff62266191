import { ItemPapersList } from './item-papers-list.tsx'
import type { NamedPaper } from './item-papers.ts'
import { sampleItemPapers, samplePaperLink } from './agenda-sample.tsx'

const sample = { of: 'Budget vs Actual', link: samplePaperLink }

export function Papers() {
  return <ItemPapersList {...sample} papers={sampleItemPapers} />
}

/** As an admin's preview lists them. */
export function WithProblems() {
  return <ItemPapersList {...sample} papers={sampleItemPapers} withProblems />
}

export function LongName() {
  const name =
    'Report of the finance committee on the reserve, the spend-down and the year after it'
  const long: NamedPaper = { ...sampleItemPapers[0]!, name, pages: '3–5, 9, 12–14, 20, 31–33' }
  return <ItemPapersList {...sample} papers={[long]} />
}
