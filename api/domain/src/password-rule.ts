export const minimumPasswordLength = 8

export type PasswordContext = {
  /** In lower case; from `loadCommonPasswords`. */
  common: ReadonlySet<string>
  /** Whose password it is. */
  person: { email: string; displayName?: string | undefined }
  foundation: { name: string; domain: string }
}

/** The sentence that says why a password can't be used. */
export const passwordFaults = {
  short: 'Password must be at least 8 characters long',
  common:
    'This password is one that many people use, so it is easy to guess. Please choose another, for example four words that don’t belong together.',
  foundation: 'The foundation’s name can’t be the password. Please choose another.',
  person: 'The person’s name or e-mail address can’t be the password. Please choose another.',
}

/**
 * Why a password can't be used; undefined if it can. Case, accents, and digits and signs around a word make no
 * difference: `Password2026!` is as easy to guess as `password`. A phrase that contains a name among other words is
 * accepted.
 */
export function passwordFault(
  password: string,
  { common, person, foundation }: PasswordContext,
): keyof typeof passwordFaults | undefined {
  if (!isLongEnough(password)) return 'short'
  const foundationWords = wordsOf(foundation.name, foundation.domain)
  if (isMadeOf(password, foundationWords)) return 'foundation'
  const personWords = wordsOf(person.displayName ?? '', person.email)
  if (isMadeOf(password, [...foundationWords, ...personWords])) return 'person'
  return isCommon(password, common) ? 'common' : undefined
}

/** Whether a password has enough characters; spaces alone aren't a password. */
export function isLongEnough(password: string): boolean {
  return password.trim() !== '' && password.length >= minimumPasswordLength
}

function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const plain = password.normalize('NFKC').toLowerCase().trim()
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(plain) || common.has(word) || isSequence(plain)
}

/** `aaaaaaaa`, `12341234` and `87654321`, which lists of passwords leave out. */
function isSequence(text: string): boolean {
  const characters = Array.from(text)
  const repeats = [1, 2, 3, 4].some((length) =>
    characters.every((character, index) => character === characters[index % length]),
  )
  return repeats || advancesBy(1, characters) || advancesBy(-1, characters)
}

/** Each character follows the one before it, and 0 follows 9. */
function advancesBy(step: 1 | -1, characters: string[]): boolean {
  return characters.every((character, index) => {
    if (index === 0) return true
    const before = characters[index - 1]!
    const isDigit = /\d/.test(before)
    const next = isDigit
      ? String((Number(before) + step + 10) % 10)
      : String.fromCodePoint(before.codePointAt(0)! + step)
    return character === next
  })
}

/** Nothing but these words is left of the password, apart from digits and signs. */
function isMadeOf(password: string, words: string[]): boolean {
  const text = comparable(password).replace(/[^\p{L}\p{N}]/gu, '')
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), text)
  // Digits around a word make no difference, but of digits alone all must be the words'.
  const left = /\p{L}/u.test(text) ? /\p{L}/u : /\S/
  return rest !== text && !left.test(rest)
}

function wordsOf(...texts: string[]): string[] {
  return texts.flatMap((text) => comparable(text).match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** In lower case and without accents. */
function comparable(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
