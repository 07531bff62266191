import type { Body } from '@portal/contract/bodies'
import type { DirectoryEntry } from '@portal/contract/directory'
import {
  directoryField,
  directoryFieldNames,
  type DirectoryFieldName,
  directoryFields,
  directoryProblems,
} from '@portal/domain/directory-fields'
import { changedFields, entriesByPerson } from '@portal/domain/directory-people'
import { counted } from '@portal/domain/counted'
import { comparableEmail } from '@portal/domain/email-address'
import Papa from 'papaparse'
import { type ListedTerm, listedTerm, type TermColumn, termColumnNames } from './listed-terms.ts'

/** What a column of a list contains. */
export type ColumnUse = DirectoryFieldName | 'firstName' | 'lastName' | TermColumn | 'nothing'

type Row = {
  /** Where it begins in the text, from 1. */
  line: number
  cells: string[]
}

export type ListTable = {
  columns: { title: string; sample: string; guess: ColumnUse }[]
  rows: Row[]
}

type PersonTexts = { [K in DirectoryFieldName]?: string }

/** A person of the list. */
export type ListedPerson = {
  line: number
  texts: PersonTexts
  /** The entry that they have already. */
  entry: DirectoryEntry | undefined
  /** Only the name is the same, so the entry may be somebody else's. */
  isMaybe: boolean
  /** What the list changes of their entry. */
  changes: DirectoryFieldName[]
  /** Their term in a body, if the line has one. */
  term: ListedTerm | undefined
  /** The line that has the same person, who has several terms. */
  sameAs: number | undefined
  /** Why they can't be imported. */
  problems: string[]
}

/** Of one list. */
export const mostPeople = 1000

/** The rows of comma-separated values, or of cells copied from a spreadsheet; rows without any text are left out. */
export function parseTable(pasted: string): ListTable {
  const text = pasted.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const [firstLine = ''] = text.trimStart().split('\n', 1)
  const { data } = Papa.parse<string[]>(text, { newline: '\n', delimiter: delimiterOf(firstLine) })
  let line = 1
  const rows = data.flatMap((cells): Row[] => {
    const row = { line, cells: cells.map((cell) => cell.trim()) }
    line += 1 + cells.join('').split('\n').length - 1
    return row.cells.some(Boolean) ? [row] : []
  })
  return tableOf(rows)
}

/** Copied cells are separated by tabs, and may contain commas; a spreadsheet saves semicolons in many countries. */
function delimiterOf(line: string): string {
  if (line.includes('\t')) return '\t'
  return line.split(';').length > line.split(',').length ? ';' : ','
}

/** Names of columns, as letters only. */
const knownTitles: Record<Exclude<ColumnUse, TermColumn | 'nothing'>, string[]> = {
  name: ['name', 'fullname', 'displayname', 'person', 'member'],
  firstName: ['firstname', 'givenname', 'forename', 'first'],
  lastName: ['lastname', 'surname', 'familyname', 'last'],
  role: ['role', 'boardrole', 'position', 'function', 'office'],
  type: ['type', 'group', 'boardorstaff'],
  title: ['title', 'jobtitle', 'professionaltitle', 'profession'],
  department: ['department', 'committee', 'team'],
  email: ['email', 'emailaddress', 'mail', 'mailaddress'],
  phone: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'cell'],
  bio: ['bio', 'biography', 'about'],
}

/** Of a list with terms: one of these, apart from the first two, makes it one. */
const termTitles: Record<TermColumn, string[]> = {
  office: ['office'],
  body: ['committee', 'body', 'boardorcommittee'],
  voting: ['voting', 'votes', 'vote'],
  from: ['from', 'firstday', 'termfrom', 'termstart', 'termbegins', 'startdate'],
  to: ['to', 'until', 'lastday', 'termto', 'termend', 'termends', 'enddate'],
}

const usesBy = (known: Partial<Record<ColumnUse, string[]>>) =>
  new Map(
    Object.entries(known).flatMap(([use, titles]) =>
      titles.map((title) => [title, use as ColumnUse] as const),
    ),
  )
const usesByTitle = usesBy(knownTitles)
const termUses = usesBy(termTitles)

function tableOf(rows: Row[]): ListTable {
  const [first, ...rest] = rows
  if (!first) return { columns: [], rows: [] }
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const indices = Array.from({ length: width }, (_, index) => index)
  const titles = indices.map((index) => first.cells[index] ?? '')
  const letters = titles.map((title) => title.toLowerCase().replace(/\P{L}/gu, ''))
  const hasTerms = letters.some((title) => termUses.has(title) && !usesByTitle.has(title))
  const byTitle = letters.map(
    (title) => (hasTerms ? termUses.get(title) : undefined) ?? usesByTitle.get(title),
  )
  const hasTitles = byTitle.some((use) => use !== undefined)
  const people = hasTitles ? rest : rows
  const guesses = hasTitles ? byTitle : byContent(first.cells)
  const taken = new Set<ColumnUse>()
  const columns = indices.map((index) => {
    const sample = people.map(({ cells }) => cells[index] ?? '').find(Boolean) ?? ''
    const guess = guesses[index] ?? 'nothing'
    const isTaken = taken.has(guess)
    taken.add(guess)
    const title = (hasTitles && titles[index]) || `Column ${index + 1}`
    return { title, sample, guess: isTaken ? 'nothing' : guess }
  })
  return { columns, rows: people }
}

/** Without titles: the addresses have an @, and names come first. */
function byContent(cells: string[]): ColumnUse[] {
  const named = cells.findIndex((cell) => cell !== '' && !cell.includes('@'))
  return cells.map((cell, index) => {
    if (index === named) return 'name'
    return cell.includes('@') ? 'email' : 'nothing'
  })
}

/** "3 people"; "3 lines" of a list with terms, in which a person may have several. */
export function countedLines(lines: readonly Pick<ListedPerson, 'term'>[]): string {
  const hasTerms = lines.some(({ term }) => term !== undefined)
  return hasTerms ? counted(lines.length, 'line') : counted(lines.length, 'person', 'people')
}

type Defaults = {
  /** For people who are new and whose cell is empty. */
  role: string
  type: DirectoryEntry['type']
}

/** The people of a table, with what is known of them and why they can't be imported. */
export function peopleOf(
  rows: readonly Row[],
  uses: readonly ColumnUse[],
  defaults: Defaults,
  directory: readonly DirectoryEntry[],
  bodies: readonly Body[] = [],
): ListedPerson[] {
  const entriesOf = entriesByPerson(directory)
  const lines = new Map<string, number>()
  /** New committees by their ids: each has the name of its first line. */
  const added = new Map<string, ListedTerm['body']>()
  return rows.map(({ line, cells }) => {
    const given = textsOf(cells, uses)
    const person = { ...given, name: given.name ?? '' }
    const entries = entriesOf(person)
    const entry = entries.length === 1 ? entries[0] : undefined
    const texts = entry || entries.length > 1 ? given : { ...filled({ ...defaults }), ...given }
    const { term, problems } = listedTerm(termCells(cells, uses), bodies)
    if (term?.body.isNew) {
      term.body = added.get(term.body.id) ?? term.body
      added.set(term.body.id, term.body)
    }
    const key = entry?.id ?? (comparableEmail(given.email ?? '') || `name ${person.name}`)
    const earlier = lines.get(key)
    lines.set(key, earlier ?? line)
    const isSameAddress = comparableEmail(entry?.email ?? '') === comparableEmail(given.email ?? '')
    return {
      line,
      texts,
      entry,
      isMaybe: entry !== undefined && (!given.email || !isSameAddress),
      changes: entry ? changedFields(entry, texts) : [],
      term,
      sameAs: term ? earlier : undefined,
      problems: [
        ...problems,
        ...Object.values(directoryProblems({ ...entry, ...texts })),
        ...tooLong(texts),
        ...(entries.length > 1 ? ['Several entries of the directory match'] : []),
        ...(earlier === undefined || term || person.name === ''
          ? []
          : [`Line ${earlier} has the same person`]),
      ],
    }
  })
}

function textsOf(cells: readonly string[], uses: readonly ColumnUse[]): PersonTexts {
  const cellOf = (use: ColumnUse) => cells[uses.indexOf(use)] ?? ''
  const parts = [cellOf('firstName'), cellOf('lastName')].filter(Boolean).join(' ')
  const texts = Object.fromEntries(directoryFieldNames.map((name) => [name, cellOf(name)]))
  return filled({ ...texts, name: cellOf('name') || parts, type: typeOf(cellOf('type')) })
}

function termCells(cells: readonly string[], uses: readonly ColumnUse[]) {
  const entries = termColumnNames.map((column) => [column, cells[uses.indexOf(column)] ?? ''])
  return Object.fromEntries(entries) as Record<TermColumn, string>
}

/** "Board member" is of the board. Another text stays, and is a problem. */
function typeOf(cell: string): string {
  const types = Object.keys(directoryFields.type.options)
  return types.find((type) => cell.toLowerCase().startsWith(type)) ?? cell
}

function filled(texts: PersonTexts): PersonTexts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

function tooLong(texts: PersonTexts): string[] {
  return directoryFieldNames.flatMap((name) => {
    const { label, most } = directoryField(name)
    const isLong = (texts[name] ?? '').length > most
    return isLong ? [`${label} has more than ${most.toLocaleString('en')} characters`] : []
  })
}
