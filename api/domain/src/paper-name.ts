import { dateAt, quarterAt, type Run, runsOf, yearAt, yearEndingAt } from './paper-runs.ts'
import type { Quarter } from './quarter.ts'

/** A quarter that a name mentions. A date names its quarter less firmly: it may be a version's. */
type Mention = {
  quarter: number
  year?: number | undefined
  by: 'quarter' | 'date'
  /** Of a date. */
  month?: number
  day?: number | undefined
}

/** A file's or folder's name, taken apart. */
export type PaperName = {
  mentions: Mention[]
  /** The years it names, alone or with a quarter. */
  years: number[]
  /** Its other words in lower case, without numbers of versions and copies. */
  words: string[]
  /** The words from one to before another as the name writes them. */
  written: (from: number, to: number) => string
  /** The name without quarters, dates, versions and extension. */
  title: string
}

export function readPaperName(name: string): PaperName {
  const text = withoutExtension(name.normalize('NFC'))
  const runs = runsOf(text)
  const dropped = new Set<number>()
  const mentions: Mention[] = []
  const years: number[] = []
  /** Years without a quarter: part of the title, as in “Strategic Plan 2025-2030”. */
  const lone = new Set<number>()
  const drop = (from: number, count: number) => {
    for (let at = from; at < from + count; at += 1) dropped.add(at)
  }
  for (let at = 0; at < runs.length; at += 1) {
    const date = dateAt(text, runs, at)
    if (!date || dropped.has(at)) continue
    const { year, month, day } = date
    mentions.push({ quarter: Math.ceil(month / 3), year, by: 'date', month, day })
    drop(at, date.length)
  }
  for (let at = 0; at < runs.length; at += 1) {
    const named = dropped.has(at) ? undefined : quarterAt(runs, at)
    if (!named) continue
    drop(at, named.length)
    const before = yearEndingAt(runs, at - 1)
    const after = yearAt(runs, at + named.length)
    const free = [
      before && !dropped.has(at - 1) ? { ...before, at: at - before.length } : undefined,
      after && !dropped.has(at + named.length) ? { ...after, at: at + named.length } : undefined,
    ].filter((year) => year !== undefined)
    const written = free.filter(({ full }) => full)
    const own = written.length > 0 ? written : free.slice(-1)
    for (const year of own) {
      mentions.push({ quarter: named.quarter, year: year.year, by: 'quarter' })
      drop(year.at, year.length)
    }
    if (own.length === 0) mentions.push({ quarter: named.quarter, by: 'quarter' })
  }
  for (let at = 0; at < runs.length; at += 1) {
    const year = dropped.has(at) || lone.has(at) ? undefined : yearAt(runs, at)
    if (!year?.full) continue
    years.push(year.year)
    for (let next = at; next < at + year.length; next += 1) lone.add(next)
  }
  for (const { year } of mentions) if (year !== undefined) years.push(year)
  dropVersions(text, runs, dropped)
  const kept = runs.filter((_, at) => !dropped.has(at) && !lone.has(at))
  return {
    mentions,
    years: [...new Set(years)],
    words: kept.map(({ word }) => word),
    written: (from, to) => text.slice(kept[from]?.from, kept[to - 1]?.to),
    title: titleWithout(text, runs, dropped),
  }
}

/** The quarters that the mentions of one kind name; those without a year take the given years. */
export function mentionedQuarters(
  { mentions, years }: Pick<PaperName, 'mentions' | 'years'>,
  by: Mention['by'],
  otherYears: number[],
): Quarter[] {
  const known = years.length > 0 ? years : otherYears
  return mentions
    .filter((mention) => mention.by === by)
    .flatMap(({ quarter, year }) =>
      (year === undefined ? known : [year]).map((of) => ({ year: of, quarter })),
    )
}

function withoutExtension(name: string): string {
  return name.replace(
    /(\.(pdf|docx?|xls[xmb]?|pptx?|csv|txt|rtf|od[tsp]|md|html?|pages|numbers|key|gdoc|gsheet|gslides))+$/i,
    '',
  )
}

/** `v3`, `rev 2`, `(1)`, `copy`, a leading `03 -`, and `FINAL` or `draft` at the end. */
function dropVersions(text: string, runs: Run[], dropped: Set<number>): void {
  const isNumber = (at: number) => /^\d+$/.test(runs[at]?.word ?? '')
  for (const [at, { word, from, to }] of runs.entries()) {
    if (/^(v|ver|version|rev|r)$/.test(word) && isNumber(at + 1)) {
      for (let next = at; next === at || isNumber(next); next += 1) dropped.add(next)
    }
    if (isNumber(at) && text[from - 1] === '(' && text[to] === ')') dropped.add(at)
    const shout = text.slice(from, to)
    if (shout === 'FINAL' || shout === 'DRAFT') dropped.add(at)
    if (word === 'copy' && (at === 0 ? runs[1]?.word === 'of' : true)) {
      dropped.add(at)
      if (at === 0) dropped.add(1)
    }
  }
  const first = runs.findIndex((_, at) => !dropped.has(at))
  if (first === 0 && isListNumber(runs[0]!.word, text.slice(runs[0]!.to))) {
    dropped.add(0)
  }
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    if (dropped.has(at)) continue
    if (!/^(final|draft|clean|rev|revised|v)$/.test(runs[at]!.word)) break
    dropped.add(at)
  }
}

/** `3.`, `3 -`, `03-`, but not the 12 of “12-month plan”. */
function isListNumber(word: string, rest: string): boolean {
  return (/^\d{1,2}$/.test(word) && /^([.)_\s]|-\s)/.test(rest)) || /^0\d$/.test(word)
}

function titleWithout(text: string, runs: Run[], dropped: Set<number>): string {
  let title = ''
  let end = 0
  for (const [at, { from, to }] of runs.entries()) {
    if (!dropped.has(at)) continue
    title += `${text.slice(end, from)} `
    end = to
  }
  title += text.slice(end)
  return title
    .replaceAll('_', ' ')
    .replaceAll(/[([{][\s\p{P}]*[)\]}]/gu, ' ')
    .replaceAll(/\s+([,.;])/gu, '$1')
    .replaceAll(/(\s[-–—|,.'’/]+)+(?=\s)/gu, (dash) => dash.slice(0, 2))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s\-–—.,|/'’&)]+|[\s\-–—.,|/'’&(]+$/gu, '')
}
