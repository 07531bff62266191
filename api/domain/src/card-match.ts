import { isArchived, isPaperFile, newestFirst, type PaperFile } from './paper-match.ts'
import { plainText } from './contains-words.ts'
import { readPaperName } from './paper-name.ts'
import { isOneLetterOff } from './paper-slots.ts'

/** A card, by what it is called and shows now. */
export type MatchedCard = {
  id: string
  name: string
  documentId?: string | undefined
  /** A card of the foundation's own: a file that names a quarter is a paper of that meeting instead. */
  isOwn?: boolean
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
    .filter((file) => isPaperFile(file) && !isArchived(file) && !shown.has(file.id))
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
export function cardNamedBy<C extends Pick<MatchedCard, 'name' | 'isOwn'>>(
  fileName: string,
  cards: readonly C[],
): C[] {
  const { words, title, mentions } = readPaperName(fileName)
  const isOfQuarter = mentions.some(({ by }) => by === 'quarter')
  // The title has the years that may be part of a card's name.
  const written = [words.map(plainText), wordsOf(title)].map(lettersOf).filter(Boolean)
  const named = cards
    .filter(({ isOwn }) => !(isOwn && isOfQuarter))
    .map((card) => ({ card, letters: lettersOf(wordsOf(card.name)) }))
  const exact = named.find(({ letters }) => written.includes(letters))
  if (exact) return [exact.card]
  const near = named.filter(({ letters }) => isMisspelled(written[0], letters))
  return near.length === 1 ? near.map(({ card }) => card) : []
}

/** Another digit is another name. */
function isMisspelled(written: string | undefined, letters: string): boolean {
  return written !== undefined && !/\p{N}/u.test(letters) && isOneLetterOff(written, letters)
}

function wordsOf(name: string): string[] {
  return plainText(name).match(/[\p{L}\p{N}]+/gu) ?? []
}

function lettersOf(words: readonly string[]): string {
  const kept = words.filter((word) => !ignored.has(word))
  return (kept.length > 0 ? kept : words).join('')
}
