import { boardId } from './bodies.ts'
import { plainText } from './contains-words.ts'
import { dateOf, dayAfter, isDay, monthName } from './days.ts'
import { foldersOf, isArchived, isPaperFile, type PaperFile } from './paper-file.ts'
import { paperTitle } from './paper-match.ts'
import { type PaperName, readPaperName } from './paper-name.ts'

/** A meeting that isn't a quarterly one, to which papers may belong. */
export type MeetingToMatch = {
  id: string
  title: string
  body: { id: string; name: string }
  /** `YYYY-MM-DD` */
  date?: string | undefined
}

export type MeetingMatch<M> = {
  meeting: M
  /** Whether both the body and the time are clear. Otherwise an admin has to look. */
  isSure: boolean
  /** Whether its name or folders have a time. */
  isDated: boolean
  /** Why, in one short sentence without its full stop. */
  reason: string
}

/**
 * The coming meeting of a committee, or the board's special one, that a file belongs to by its name and folders; undefined
 * if it names none. A committee's name alone isn't enough: the board has papers such as a committee's report.
 */
export function meetingOfPaper<M extends MeetingToMatch>(
  file: PaperFile,
  /** The earliest first. */
  coming: readonly M[],
): MeetingMatch<M> | undefined {
  if (!isPaperFile(file) || isArchived(file)) return undefined
  const read = { name: readPaperName(file.name), folders: foldersOf(file.folder) }
  const found = coming
    .flatMap((meeting) => {
      const reading = readingOf({ ...read, modified: file.modifiedTime }, meeting, coming)
      return reading ? [{ meeting, ...reading }] : []
    })
    .toSorted((a, b) => Number(b.isSure) - Number(a.isSure) || b.words - a.words)[0]
  if (!found) return undefined
  const { meeting, isSure, isDated, reason } = found
  return { meeting, isSure, isDated, reason }
}

/** The name that a file's name gives a paper of a meeting, without its committee's: “Budget” of “Finance Committee Budget”. */
export function titleInMeeting(fileName: string, { body }: Pick<MeetingToMatch, 'body'>): string {
  const title = paperTitle(fileName)
  if (!plainText(title).startsWith(plainText(body.name))) return title
  return title.slice(body.name.length).replace(/^[\s\p{P}]+/u, '') || title
}

type ReadPaper = {
  name: PaperName
  /** The nearest first. */
  folders: readonly PaperName[]
  modified: string
}
type Reading = Omit<MeetingMatch<unknown>, 'meeting'> & {
  /** How many words name it. */ words: number
}

function readingOf(
  { name, folders, modified }: ReadPaper,
  meeting: MeetingToMatch,
  coming: readonly MeetingToMatch[],
): Reading | undefined {
  const named = wordsOf(meeting)
  const has = ({ words }: PaperName) => {
    const plain = words.map(plainText)
    return named.words.length > 0 && named.words.every((word) => plain.includes(word))
  }
  const inFolder = folders.some(has)
  if (!inFolder && !has(name)) return undefined
  const time = timeOf([name, ...folders], meeting)
  if (time === 'other') return undefined
  const where = `${inFolder ? 'The folder' : 'The name'} says ${named.of}`
  const words = named.words.length
  if (time === 'day') {
    const reason = `${where} and ${dayInWords(meeting.date!)}`
    return { isSure: true, isDated: true, words, reason }
  }
  // A special meeting of the board is only known by its day.
  if (meeting.body.id === boardId || (time === 'quarter' && !inFolder)) return undefined
  const others = coming.filter(({ body }) => body.id === meeting.body.id)
  if (time === undefined) {
    if (others[0] !== meeting || isOld(modified, meeting)) return undefined
    const next = others.length > 1 ? 'its next meeting' : 'its only coming meeting'
    const isSure = inFolder && others.length === 1
    return { isSure, isDated: false, words, reason: `${where}; this is ${next}` }
  }
  const isOnly = others.filter((other) => timeOf([name, ...folders], other) === time).length === 1
  const reason = `${where} and the ${time} of the meeting`
  return { isSure: inFolder && isOnly, isDated: true, words, reason }
}

/** In days: a paper without a time that is older than this before the meeting was for an earlier one. */
const oldest = 60

function isOld(modified: string, { date }: MeetingToMatch): boolean {
  return date !== undefined && isDay(date) && modified < dayAfter(date, -oldest)
}

/** The first of the names with a date or quarter decides; then years, which only exclude. */
function timeOf(
  names: readonly PaperName[],
  { date }: MeetingToMatch,
): 'day' | 'month' | 'quarter' | 'other' | undefined {
  if (date === undefined || !isDay(date)) return undefined
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const years = names.find((name) => name.years.length > 0)?.years ?? []
  const dated = names.find(({ mentions }) => mentions.length > 0)
  if (!dated) return years.length === 0 || years.includes(year) ? undefined : 'other'
  const inYear = (mention: { year?: number | undefined }) =>
    mention.year === undefined ? years.length === 0 || years.includes(year) : mention.year === year
  const ours = dated.mentions.filter(
    (mention) =>
      inYear(mention) &&
      (mention.month === undefined
        ? mention.quarter === Math.ceil(month / 3)
        : mention.month === month && (mention.day ?? day) === day),
  )
  if (ours.length === 0) return 'other'
  if (ours.some((mention) => mention.day !== undefined)) return 'day'
  return ours.some((mention) => mention.month !== undefined) ? 'month' : 'quarter'
}

/** Words that many bodies and meetings have. */
const common = new Set(['the', 'of', 'and', 'a', 'for', 'committee', 'board', 'meeting', 'group'])

function wordsOf({ title, body }: MeetingToMatch): { words: string[]; of: string } {
  const distinct = (text: string) =>
    (plainText(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !common.has(word))
  return body.id === boardId
    ? { words: distinct(title), of: `“${title}”` }
    : { words: distinct(body.name), of: body.name }
}

function dayInWords(day: string): string {
  return `${dateOf(day)} ${monthName(day)} ${day.slice(0, 4)}`
}
