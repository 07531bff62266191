import { isPaperFile, newestFirst, type PaperFile } from './paper-match.ts'
import { readPaperName } from './paper-name.ts'
import { isOneLetterOff } from './paper-slots.ts'

/** A card, by what it is called and shows now. */
export type MatchedCard = {
  id: string
  name: string
  documentId?: string | undefined
}

export type CardMatch = {
  file: PaperFile
  card: MatchedCard
  /** Why, in one short sentence without its full stop. */
  reason: string
}

/** Words of a file's name that say nothing about which policy or resource it is. */
const ignored = new Set(
  'the a an of for and in our board foundation policy policies amended restated revised approved adopted current signed executed draft final clean copy scan scanned pdf'.split(
    ' ',
  ),
)

/** The newest file for each card that it is named after, unless the card shows it, or one that is as new. */
export function matchCards(
  files: readonly PaperFile[],
  cards: readonly MatchedCard[],
): CardMatch[] {
  const shown = new Set(cards.map(({ documentId }) => documentId))
  const timeOf = (id: string | undefined) =>
    files.find((file) => file.id === id)?.modifiedTime ?? ''
  const named = files
    .filter((file) => isPaperFile(file) && !shown.has(file.id))
    .flatMap((file) => cardNamedBy(file.name, cards).map((card) => ({ file, card })))
    .filter(({ file, card }) => file.modifiedTime > timeOf(card.documentId))
    .toSorted((a, b) => newestFirst(a.file, b.file))
  return cards.flatMap((card) => {
    const [newest, ...older] = named.filter((match) => match.card === card)
    if (!newest) return []
    const reason =
      older.length === 0
        ? `The name is that of ${card.name}`
        : `${older.length + 1} papers have the name of ${card.name}; this one is the newest`
    return [{ ...newest, reason }]
  })
}

/** The one card that a file is named after, or none. */
export function cardNamedBy<C extends Pick<MatchedCard, 'name'>>(
  fileName: string,
  cards: readonly C[],
): C[] {
  const words = lettersOf(readPaperName(fileName).words)
  const exact = cards.filter(({ name }) => lettersOf(wordsOf(name)) === words)
  if (exact.length > 0) return exact.slice(0, 1)
  return cards.filter(({ name }) => isOneLetterOff(words, lettersOf(wordsOf(name)))).slice(0, 1)
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function lettersOf(words: readonly string[]): string {
  const kept = words.filter((word) => !ignored.has(word))
  return (kept.length > 0 ? kept : words).join('')
}
