import { isDay } from './days.ts'

/** A run of letters or of digits in a name: `Q1` has two of them. */
export type Run = { word: string; from: number; to: number }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const fullMonths =
  /^(january|february|march|april|june|july|august|sept|september|october|november|december)$/
const ordinals = ['first', 'second', 'third', 'fourth']
const quarterWords = new Set(['quarter', 'qtr'])

export function runsOf(text: string): Run[] {
  const matches = text.matchAll(/\p{Lu}\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Ll}+|\p{Lo}+|\p{Lu}|\p{Nd}+/gu)
  return [...matches].map(({ 0: run, index }) => ({
    word: run.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase(),
    from: index,
    to: index + run.length,
  }))
}

/** `Q1`, `1Q`, `1st quarter`, `first qtr`, `quarter 1`. */
export function quarterAt(
  runs: Run[],
  at: number,
): { quarter: number; length: number } | undefined {
  const [first, second, third] = [0, 1, 2].map((next) => runs[at + next]?.word ?? '')
  const number = (word: string | undefined) =>
    /^[1-4]$/.test(word ?? '') ? Number(word) : undefined
  const touches = runs[at]?.to === runs[at + 1]?.from
  const isQuarter = first === 'q' || quarterWords.has(first ?? '')
  if (isQuarter && number(second)) return { quarter: number(second)!, length: 2 }
  if (number(first) && second === 'q' && touches) return { quarter: number(first)!, length: 2 }
  if (number(first) && /^(st|nd|rd|th)$/.test(second ?? '') && quarterWords.has(third ?? '')) {
    return { quarter: number(first)!, length: 3 }
  }
  const ordinal = ordinals.indexOf(first ?? '')
  if (ordinal >= 0 && quarterWords.has(second ?? '')) return { quarter: ordinal + 1, length: 2 }
  return undefined
}

type Year = { year: number; length: number; full: boolean }

/** `2027`, `FY27`, `FY2027`; `27` isn't written in full and only counts next to a quarter. */
export function yearAt(runs: Run[], at: number): Year | undefined {
  const fiscal = runs[at]?.word === 'fy'
  const digits = runs[at + (fiscal ? 1 : 0)]?.word ?? ''
  const length = fiscal ? 2 : 1
  if (/^(19[7-9]|20)\d+$/.test(digits) && digits.length === 4) {
    return { year: Number(digits), length, full: true }
  }
  return /^[1-4]\d$/.test(digits)
    ? { year: 2000 + Number(digits), length, full: fiscal }
    : undefined
}

export function yearEndingAt(runs: Run[], at: number): Year | undefined {
  const fiscal = runs[at - 1]?.word === 'fy' ? yearAt(runs, at - 1) : undefined
  return fiscal ?? (runs[at]?.word === 'fy' ? undefined : yearAt(runs, at))
}

type FoundDate = {
  month: number
  year?: number | undefined
  day?: number | undefined
  length: number
}

/** `2027-03-15`, `20270315`, `3.15.27`, `2027-03`, `March 15, 2027`, `15 Mar 2027`, `March`. */
export function dateAt(text: string, runs: Run[], at: number): FoundDate | undefined {
  const [first, second, third] = [0, 1, 2].map((next) => runs[at + next]?.word ?? '') as [
    string,
    string,
    string,
  ]
  const gap = (next: number) => text.slice(runs[at + next]?.to, runs[at + next + 1]?.from)
  const compact = /^(20\d\d)(\d\d)(\d\d)$/.exec(first)
  if (compact && isDay(`${compact[1]}-${compact[2]}-${compact[3]}`)) {
    return {
      year: Number(compact[1]),
      month: Number(compact[2]),
      day: Number(compact[3]),
      length: 1,
    }
  }
  const separates = (next: number) => /^[-._/]$/.test(gap(next))
  if (/^20\d\d$/.test(first) && /^\d\d$/.test(second) && /^[-._/ ]$/.test(gap(0))) {
    const [year, month] = [Number(first), Number(second)]
    if (/^\d\d$/.test(third) && gap(1) === gap(0) && isDay(`${first}-${second}-${third}`)) {
      return { year, month, day: Number(third), length: 3 }
    }
    if (separates(0) && month >= 1 && month <= 12) return { year, month, length: 2 }
  }
  if (/^\d\d?$/.test(first) && /^\d\d?$/.test(second) && /^(20)?\d\d$/.test(third)) {
    const year = Number(third) % 100
    const [month, day] = [first.padStart(2, '0'), second.padStart(2, '0')]
    const isDate = separates(0) && gap(1) === gap(0) && isDay(`${2000 + year}-${month}-${day}`)
    if (isDate) return { year: 2000 + year, month: Number(month), day: Number(day), length: 3 }
  }
  return monthAt(runs, at)
}

function monthAt(runs: Run[], at: number): FoundDate | undefined {
  const word = runs[at]?.word ?? ''
  const month = months.indexOf(word.slice(0, 3)) + 1
  if (month === 0 || !(word.length === 3 || fullMonths.test(word))) return undefined
  let length = 1
  const day = /^\d\d?$/.test(runs[at + 1]?.word ?? '') && Number(runs[at + 1]!.word) <= 31
  const dayLength = /^(st|nd|rd|th)$/.test(runs[at + 2]?.word ?? '') ? 2 : 1
  const yearAfterDay = day ? yearAt(runs, at + 1 + dayLength) : undefined
  const next = yearAfterDay?.full ? yearAfterDay : yearAt(runs, at + 1)
  // “Mar 15” has a day, “15 Mar 27” a year.
  const hasDayBefore = /^\d\d?$/.test(runs[at - 1]?.word ?? '')
  const year = next && !next.full && day && !hasDayBefore ? undefined : next
  if (yearAfterDay?.full) length += dayLength + yearAfterDay.length
  else if (year) length += year.length
  else if (day) length += dayLength
  // A word of its own: “may”, “mar”, “dec” alone are too short to be sure of.
  if (length === 1 && !fullMonths.test(word)) return undefined
  const isDayAfter = yearAfterDay?.full === true || (!year && day)
  const dayBefore = hasDayBefore ? runs[at - 1]!.word : undefined
  const written = isDayAfter ? runs[at + 1]!.word : dayBefore
  return {
    month,
    year: year?.year,
    day: written === undefined ? undefined : Number(written),
    length,
  }
}
