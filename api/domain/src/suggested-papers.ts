import { readPaperName } from './paper-name.ts'
import { slotsNamedBy } from './paper-slots.ts'

type Named = { materialType: string; name: string }
type Item = { title: string; description?: string | undefined }

/** Words that many names have, and that say nothing about a paper. */
const common = new Set(
  'the a an of for and in on to with from report summary update meeting board quarter'.split(' '),
)

/**
 * The papers whose slots an item's title or a sentence of its description names, as the matching of files reads names,
 * and those whose own name has no word that the item doesn't have.
 */
export function suggestedPapers<P extends Named>(item: Item, papers: readonly P[]): P[] {
  const sentences = [item.title, ...(item.description ?? '').split(/[.;:,\n]|\band\b/)]
  const names = sentences.map(readPaperName)
  const slots = new Set<string>(names.flatMap((name) => slotsNamedBy(name).slots))
  const words = new Set<string>(names.flatMap((name) => name.words))
  return papers.filter(
    ({ materialType, name }) => slots.has(materialType) || isNamedIn(words, name),
  )
}

function isNamedIn(words: ReadonlySet<string>, name: string): boolean {
  const own = readPaperName(name).words.filter((word) => !common.has(word) && /\p{L}/u.test(word))
  return own.length > 0 && own.every((word) => words.has(word))
}
