import type { PaperName } from './paper-name.ts'
import {
  communicationsTypes,
  isMaterialType,
  isNamedType,
  materialName,
  type MaterialType,
  policyTypes,
  slotWords,
  type SlotWords,
} from './slot-names.ts'

/** Words that name slots, and how they have to be written. */
type Wording = {
  /** More than one if the words alone can't decide; none if they name a slot of no quarter. */
  slots: MaterialType[]
  phrases: readonly string[]
  whole?: true
  exact?: true
  ofMeeting?: true
}

const wordings: Wording[] = [
  ...Object.entries(slotWords).flatMap(([type, words]) => wordingsOf(type as MaterialType, words)),
  {
    slots: ['spend-down-model', 'spenddown-overview'],
    phrases: ['spenddown', 'spenddownmodeloverview', 'spenddownmodelsummary'],
  },
  { slots: ['budget-vs-actual', 'budget-update'], phrases: ['budget'], whole: true },
  {
    slots: [],
    phrases: [...Object.values(policyTypes), ...Object.values(communicationsTypes)].flatMap(
      (name) => [compact(name), compact(name.replace('&', 'and'))],
    ),
    whole: true,
  },
]

function wordingsOf(
  type: MaterialType,
  { phrases, whole = [], exact = [], ofMeeting }: SlotWords,
): Wording[] {
  const slot = { slots: [type], ...(ofMeeting ? { ofMeeting } : {}) }
  return [
    { ...slot, phrases },
    { ...slot, phrases: whole, whole: true },
    { ...slot, phrases: exact, exact: true },
  ]
}

/** Words that go with any paper and so say nothing about its slot. */
const common = new Set(
  'board meeting report the a of for and in draft final summary quarterly pdf overview copy'.split(
    ' ',
  ),
)

export type SlotReading = {
  slots: MaterialType[]
  /** The words of the name that name them, and whether a letter is off. */
  words: string
  misspelled: boolean
  /** The name of a slot of no quarter. */
  elsewhere: boolean
}

type Hit = { wording: Wording; from: number; to: number; length: number; misspelled: boolean }

/** The slots that a name mentions; several if it mentions more than one. */
export function slotsNamedBy({
  words,
  written,
}: Pick<PaperName, 'words' | 'written'>): SlotReading {
  const numbered = numberedSlot(words)
  if (numbered) {
    return {
      slots: [numbered],
      words: materialName(numbered),
      misspelled: false,
      elsewhere: false,
    }
  }
  const kept: Hit[] = []
  const longestFirst = hitsIn(words).toSorted((a, b) => weightOf(b) - weightOf(a))
  for (const hit of longestFirst) {
    if (kept.every(({ from, to }) => hit.to <= from || hit.from >= to)) kept.push(hit)
  }
  kept.sort((a, b) => a.from - b.from)
  return {
    slots: [...new Set(kept.flatMap(({ wording }) => wording.slots))],
    words: kept.map(({ from, to }) => written(from, to)).join('” and “'),
    misspelled: kept.some(({ misspelled }) => misspelled),
    elsewhere: kept.some(({ wording }) => wording.slots.length === 0),
  }
}

/** Longer words are more specific, but not a letter next to words that fit exactly. */
function weightOf({ length, misspelled }: Hit): number {
  return misspelled ? length - 2 : length
}

/** The slot of “Additional Material 3”. */
function numberedSlot(words: readonly string[]): MaterialType | undefined {
  const match = /\badditional materials? (?:no |nr )?(\d{1,3})\b/.exec(words.join(' '))
  const type = match && `additional-material-${Number(match[1])}`
  return type && isMaterialType(type) ? type : undefined
}

/** What a name has after “Additional Material 3”; another name as it is. */
export function titleAfterNumber(title: string): string {
  return title.replace(
    /^additional[\s_-]*materials?[\s_-]*(no\.?|nr\.?|#)?[\s_-]*\d{1,3}\b[\s\-–—:.]*/i,
    '',
  )
}

/** How many free additional materials an admin can choose from, if the specification's are taken. */
const mostFreeOffered = 5

/** The additional materials to choose from: the specification's, those that show something, and the next free ones. */
export function offeredSlots(
  anyPaper: readonly MaterialType[],
  isFree: (type: MaterialType) => boolean,
): MaterialType[] {
  const nextFree = anyPaper.filter(isFree).slice(0, mostFreeOffered)
  return anyPaper.filter((type) => isNamedType(type) || !isFree(type) || nextFree.includes(type))
}

function hitsIn(words: readonly string[]): Hit[] {
  const hits: Hit[] = []
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(words.length, from + 6); to += 1) {
      const text = words.slice(from, to).join('')
      for (const wording of wordings) {
        const rest = [...words.slice(0, from), ...words.slice(to)]
        if (wording.whole && !rest.every((word) => common.has(word) || /^\d+$/.test(word))) continue
        const exact = wording.phrases.includes(text)
        const misspelled =
          !exact && !wording.exact && wording.phrases.some((phrase) => isOneLetterOff(text, phrase))
        if (!exact && !misspelled) continue
        if (isOnlyNearAgenda(wording, words, to)) continue
        hits.push({ wording, from, to, length: text.length, misspelled })
      }
    }
  }
  return hits
}

/** “Finance Committee Agenda”, “Agenda item 4” and “Consent Agenda attachment A” aren't the meeting's agendas. */
function isOnlyNearAgenda(
  { ofMeeting }: Wording,
  words: readonly string[],
  after: number,
): boolean {
  if (!ofMeeting) return false
  if (words.some((word) => /^(committee|subcommittee|retreat|staff)$/.test(word))) return true
  return /^(items?|attachments?|appendix|topics?|memo|notes?)$/.test(words[after] ?? '')
}

/** Whether one letter is missing, added, another, or changed places with the next. */
export function isOneLetterOff(text: string, phrase: string): boolean {
  if (phrase.length < 6 || Math.abs(text.length - phrase.length) > 1 || text === phrase)
    return false
  let at = 0
  while (text[at] === phrase[at]) at += 1
  const [a, b] = [text.slice(at), phrase.slice(at)]
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}

function compact(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}
