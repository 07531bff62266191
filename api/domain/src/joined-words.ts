import { plainText } from './contains-words.ts'
import { isDay } from './days.ts'

/** What is written in several ways, in the one way in which an index has it. */
export type Joined = {
  term: string
  start: number
  end: number
  /** Its parts may also be separate words, as in `long-term`. */
  isLoose: boolean
}

/** Stands for a point, a sign or a separator: a letter in every index, and in no text. */
const mark = 'ˑ'

const space = String.raw`[ \u00A0\u2007\u2009\u202F]`
const hyphen = String.raw`[\-\u2010\u2011]`
const letter = String.raw`[\p{L}\p{M}\p{N}]`
const alone = String.raw`(?<![\p{L}\p{M}\p{N}])`
const ends = String.raw`(?![\p{L}\p{M}\p{N}])`
const month = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
const day = String.raw`(\d{1,2})(?:st|nd|rd|th)?`

type Rule = {
  pattern: RegExp
  read: (match: RegExpExecArray) => string | undefined
  isLoose?: true
}

/** The first rule that fits a place in a text counts there. */
const rules: Rule[] = [
  {
    // 7/14/2033, 14.7.2033, 2033-07-14
    pattern: rule(
      String.raw`(?<![\d.,/\-])(\d{1,4})([\-./])(\d{1,2})\2(\d{4}|\d{2})(?![\d/\-]|[.,]\d)`,
    ),
    read: ({ 1: first = '', 2: sign, 3: second = '', 4: third = '' }) => {
      if (first.length === 4) return dateTerm(first, second, third)
      const full = third.length === 4 ? third : `20${third}`
      if (third.length === 2 && sign !== '/') return undefined
      const [americanFirst, other] = [dateTerm(full, first, second), dateTerm(full, second, first)]
      return sign === '.' ? (other ?? americanFirst) : (americanFirst ?? other)
    },
  },
  {
    // July 14, 2033
    pattern: rule(String.raw`${alone}(${month})\s+${day},?\s+(\d{4})${ends}`),
    read: ({ 1: name = '', 2: date = '', 3: year = '' }) => dateTerm(year, monthNumber(name), date),
  },
  {
    // 14th of July 2033
    pattern: rule(String.raw`${alone}${day}\.?\s+(?:of\s+)?(${month}),?\s+(\d{4})${ends}`),
    read: ({ 1: date = '', 2: name = '', 3: year = '' }) => dateTerm(year, monthNumber(name), date),
  },
  {
    // 1 234 567,89 and 1’234’567.89
    pattern: rule(
      String.raw`(?<![\p{L}\p{N}.,])\d{1,3}(?:(?:${space}|['’])\d{3})+[.,]\d{1,2}${ends}`,
    ),
    read: ([text]) => numberTerm(text.replaceAll(/[^\d.,]/g, '')),
  },
  {
    // An IBAN, in groups of four or not
    pattern: rule(
      String.raw`${alone}[a-z]{2}\d{2}(?:${space}?[a-z\d]{4}){2,7}(?:${space}?[a-z\d]{1,3})?${ends}`,
    ),
    read: ([text]) => (/(?:\D*\d){10}/.test(text) ? joinedLetters(text) : undefined),
  },
  {
    // 12-3456789, 4417 1234 5678 9113 and 1 250 000
    pattern: rule(
      String.raw`(?<![\p{L}\p{N}.,/\-])\d+(?:(?:${space}|${hyphen}|['’])\d{2,}){1,6}(?![\p{L}\p{N}/\-]|[.,]\d)`,
    ),
    read: ([text]) =>
      /(?:\D*\d){7}|^\d{1,3}(?:[^\d-]\d{3})+$/.test(text) ? joinedLetters(text) : undefined,
    isLoose: true,
  },
  {
    // 501(c)(3)
    pattern: rule(String.raw`${alone}\d+${space}?(?:\([a-z\d]{1,4}\)${space}?)*\([a-z\d]{1,4}\)`),
    read: ([text]) => joinedLetters(text),
  },
  {
    // AT&T and P & L
    pattern: rule(
      String.raw`${alone}(?:${letter}+(?:&${letter}+)+|${letter}{1,3} & ${letter}{1,3})${ends}`,
    ),
    read: ([text]) => plainText(text).replaceAll(/\s/g, '').replaceAll('&', mark),
  },
  {
    // spend-down and COVID-19
    pattern: rule(String.raw`${alone}${letter}+(?:${hyphen}${letter}+)+${ends}`),
    read: ([text]) => (/\p{L}/u.test(text) && text.length <= 40 ? joinedLetters(text) : undefined),
    isLoose: true,
  },
]

function rule(source: string): RegExp {
  return new RegExp(source, 'giu')
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function monthNumber(name: string): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1)
}

function dateTerm(yearText: string, monthText: string, dayText: string): string | undefined {
  const parts = [yearText, monthText.padStart(2, '0'), dayText.padStart(2, '0')]
  return isDay(parts.join('-')) ? parts.join(mark) : undefined
}

function joinedLetters(text: string): string {
  return plainText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Dates, amounts, account numbers and names with signs or hyphens, in their order; none overlaps another one. */
export function joinedWords(text: string): Joined[] {
  const all: Joined[] = []
  // Fast path: most lines have none of the signs.
  if (!/\d\D|[&\-\u2010\u2011]/u.test(text)) return all
  const taken = new Uint8Array(text.length)
  for (const { pattern, read, isLoose = false } of rules) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].trimEnd().length]
      if (taken.subarray(start, end).includes(1)) continue
      const term = read(match)
      if (term === undefined) continue
      taken.fill(1, start, end)
      all.push({ term, start, end, isLoose })
    }
  }
  return all.toSorted((a, b) => a.start - b.start)
}

/**
 * A number without its thousands separators: 1,250.75, 1.250,75 and 1250.75 are one number. A single separator before
 * three digits separates thousands.
 */
export function numberTerm(text: string): string {
  const parts = text.split(/[.,]/)
  const separators = new Set(text.replaceAll(/[^.,]/g, ''))
  const last = parts.at(-1)!
  if (separators.size === 2) return `${parts.slice(0, -1).join('')}${mark}${last}`
  const isWhole = parts[0] !== '0' && parts.slice(1).every(({ length }) => length === 3)
  return parts.join(isWhole ? '' : mark)
}
