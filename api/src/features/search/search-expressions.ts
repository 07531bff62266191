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

/** The papers of each hidden set, by their numbers. */
export const hiddenSchema = `
  PRAGMA temp_store=MEMORY;
  CREATE TEMP TABLE hidden (number INTEGER, n INTEGER, PRIMARY KEY (number, n)) WITHOUT ROWID;`
const notHidden = ' AND NOT EXISTS (SELECT 1 FROM temp.hidden WHERE number=? AND n=words.rowid)'

/** Which documents a search may find. */
export type Conditions = {
  /** Only documents with these ids. */
  only?: ReadonlySet<string> | undefined
  /** No documents with these ids. */
  without?: ReadonlySet<string> | undefined
  /** No documents of this hidden set. */
  hidden?: number | undefined
}

/** With the plus, SQLite matches the words once, and not once for each listed paper. */
export function conditionsOf({ only, without, hidden }: Conditions): {
  sql: string
  values: (string | number)[]
} {
  const listed = '(SELECT n FROM papers WHERE id IN (SELECT value FROM json_each(?)))'
  const json = (ids: ReadonlySet<string>) => JSON.stringify([...ids])
  const conditions = [
    ...(only ? [{ sql: ` AND +words.rowid IN ${listed}`, value: json(only) }] : []),
    ...(without?.size ? [{ sql: ` AND +words.rowid NOT IN ${listed}`, value: json(without) }] : []),
    ...(hidden === undefined ? [] : [{ sql: notHidden, value: hidden }]),
  ]
  return {
    sql: conditions.map(({ sql }) => sql).join(''),
    values: conditions.map(({ value }) => value),
  }
}
