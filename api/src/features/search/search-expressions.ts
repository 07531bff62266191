import { nearWeight, type Spelling, type Wanted } from '@portal/domain/search-query'

/** FTS5 expressions. The words of a spelling are letters and digits only, so that nothing in them is an operator. */
export function expressionOf(wanted: readonly Wanted[], combineWith: 'AND' | 'OR'): string {
  return wanted
    .map(({ spellings }) => `(${spellings.map((spelling) => spellingIn(spelling)).join(' OR ')})`)
    .join(` ${combineWith} `)
}

function spellingIn({ words, isPrefix, isLoose }: Spelling): string {
  const prefix = isPrefix ? ' *' : ''
  if (!isLoose) return `"${words.join(' ')}"${prefix}`
  const each = words.map((word, at) => `"${word}"${at === words.length - 1 ? prefix : ''}`)
  return `(${each.join(' AND ')})`
}

/** Adds the near misses of single words, which `near` returns. */
export function withNearMisses(
  wanted: readonly Wanted[],
  near: (word: string) => string[],
): Wanted[] {
  return wanted.map(({ spellings }) => {
    const [typed] = spellings
    // A word in quotation marks has no other spellings.
    if (!typed?.isPrefix || typed.words.length > 1) return { spellings }
    const misses = near(typed.words[0]!).map((word) => ({
      words: [word],
      isPrefix: false,
      weight: nearWeight,
    }))
    return { spellings: [...spellings, ...misses] }
  })
}
