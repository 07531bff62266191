import { foldersOf, isArchived, isBlueprint, isPaperFile, type PaperFile } from './paper-file.ts'
import { readPaperName } from './paper-name.ts'
import { quarterReading } from './paper-quarter.ts'
import { offeredSlots, type SlotReading, slotsNamedBy, titleAfterNumber } from './paper-slots.ts'
import { type Quarter, quarterAfter } from './quarter.ts'
import { allSlotsOfQuarter, defaultPlace } from './quarter-papers.ts'
import { additionalNumber, type MaterialType, materialName } from './slot-names.ts'

export { isArchived, isPaperFile, type PaperFile }

/** What a slot shows now. */
export type SlotContent = {
  title?: string | undefined
  documentId?: string | undefined
  /** The content in words; undefined for an empty slot. */
  content?: string | undefined
  /** Shows the native agenda, which hides any paper. */
  native?: boolean
}
export type SlotContents = Partial<Record<MaterialType, SlotContent>>

export type PaperMatch = {
  file: PaperFile
  /**
   * `clear`: one paper for one slot. `ambiguous`: an admin has to choose. `mapped`: the slot has it already, or its native agenda.
   * `older`: the slot has a version that is as new. `none`: it isn't one of the quarter's papers.
   */
  kind: 'clear' | 'ambiguous' | 'mapped' | 'older' | 'none'
  /** The proposed slot; absent if none of the candidates is likelier than the others. */
  slot?: MaterialType
  candidates: MaterialType[]
  /** For an additional material: the display name that the file's name gives it. */
  title?: string
  /** What the proposed slot shows now, if that is something else. */
  replaces?: string
  /** Why, in one short sentence without its full stop. */
  reason: string
}

const maxTitle = 200

type MatchOptions = {
  /** Whether the foundation does without a slot; one that shows something is used all the same. */
  isSetAside?: (type: MaterialType) => boolean
  /** Whether a file has the name of a card of the foundation's own. */
  isOwnCard?: (fileName: string) => boolean
  /** Whether a file belongs to a meeting that isn't a quarterly one. */
  isOtherMeeting?: (file: PaperFile) => boolean
  /** How a reason names another file that is compared with it; by default only its name. */
  named?: (file: PaperFile) => string
}

/** Which of a quarter's slots each file belongs in, by its name and folders. Equal input gives equal output. */
export function matchPapers(
  files: readonly PaperFile[],
  quarter: Quarter,
  contents: SlotContents,
  {
    isSetAside = () => false,
    isOwnCard = () => false,
    isOtherMeeting = () => false,
    named: nameOf = quoted,
  }: MatchOptions = {},
): PaperMatch[] {
  const isUsed = (type: MaterialType) => !isSetAside(type) || contents[type]?.content !== undefined
  const anyPaper = allSlotsOfQuarter(quarter)
    .map(({ materialType }) => materialType)
    .filter((type) => isAdditional(type) && isUsed(type))
  const isFree = (type: MaterialType) => contents[type]?.content === undefined
  const slots = {
    contents,
    isUsed,
    anyPaper,
    offered: offeredSlots(anyPaper, isFree),
    isOwnCard,
    isOtherMeeting,
    nameOf,
  }
  const read = files.toSorted(byName).map((file) => firstMatch(file, quarter, slots))
  const leftovers = read.filter(
    ({ kind, candidates }) => kind === 'clear' && candidates.length === 0,
  )
  const named = bySlot(
    read.filter((match) => !leftovers.includes(match)),
    files,
    slots,
  )
  const shownAs = (title: string) => {
    const slot = anyPaper.find(
      (type) => contents[type]?.title?.toLowerCase() === title.toLowerCase(),
    )
    const shown = files.find(({ id }) => slot && id === contents[slot]?.documentId)
    return slot && shown && { slot, shown }
  }
  const isOlder = ({ file, title = '' }: PaperMatch) => {
    const there = shownAs(title)
    return there !== undefined && there.shown.modifiedTime >= file.modifiedTime
  }
  const older = leftovers.filter(isOlder).map((match) => {
    const { slot, shown } = shownAs(match.title!)!
    return olderThan({ ...match, slot, candidates: [slot] }, nameOf(shown))
  })
  const unplaced = leftovers.filter((match) => !isOlder(match))
  const placed = [...named, ...older, ...placeLeftovers(unplaced, named, slots)]
  return placed.toSorted((a, b) => orderOf(a) - orderOf(b) || byName(a.file, b.file))
}

/** How many quarters before and after the likely one are looked at. */
const quartersAround = 8

/** The quarter that most of the papers name, in their names or folders; `likely` if none does. */
export function quarterOfPapers(
  papers: readonly Pick<PaperFile, 'name' | 'folder'>[],
  likely: Quarter,
): Quarter {
  const distances = Array.from({ length: quartersAround }, (_, index) => index + 1)
  const quarters = [0, ...distances.flatMap((count) => [count, -count])]
    .map((count) => quarterAfter(likely, count))
    .map((quarter) => ({ quarter, count: papers.filter(names(quarter)).length }))
  return quarters.reduce((best, quarter) => (quarter.count > best.count ? quarter : best)).quarter
}

function names(quarter: Quarter) {
  return ({ name, folder }: Pick<PaperFile, 'name' | 'folder'>): boolean => {
    const folders = foldersOf(folder)
    return quarterReading(readPaperName(name), folders, quarter).belongs === 'yes'
  }
}

/** Whether a file's name or one of its folders names a quarter. */
export function namesAQuarter({ name, folder }: Pick<PaperFile, 'name' | 'folder'>): boolean {
  return [readPaperName(name), ...foldersOf(folder)].some(({ mentions }) =>
    mentions.some(({ by }) => by === 'quarter'),
  )
}

/** The name that a file's name gives an additional material. */
export function paperTitle(fileName: string): string {
  return titleAfterNumber(readPaperName(fileName).title).slice(0, maxTitle)
}

/** Whether a slot is for any paper that a quarter has. */
export function isAdditional(type: MaterialType): boolean {
  return additionalNumber(type) !== undefined
}

/** What a quarter's slots show, and which of them are in use. */
type Slots = {
  contents: SlotContents
  isUsed: (type: MaterialType) => boolean
  /** Every additional material in use, and those of them that an admin can choose. */
  anyPaper: MaterialType[]
  offered: MaterialType[]
  isOwnCard: (fileName: string) => boolean
  isOtherMeeting: (file: PaperFile) => boolean
  nameOf: (file: PaperFile) => string
}

/** Matches one file on its own. A paper of the quarter that names no slot is `clear` without candidates. */
function firstMatch(file: PaperFile, quarter: Quarter, slots: Slots): PaperMatch {
  const { contents } = slots
  const none = (reason: string): PaperMatch => ({ file, kind: 'none', candidates: [], reason })
  const present = (Object.keys(contents) as MaterialType[]).find(
    (slot) => contents[slot]?.documentId === file.id && !contents[slot].native,
  )
  if (present) {
    const reason = `Mapped to ${materialName(present)} already`
    return { file, kind: 'mapped', slot: present, candidates: [present], reason }
  }
  const name = readPaperName(file.name)
  if (!isPaperFile(file))
    return none(isBlueprint(file.name) ? 'A template or sample' : 'Not a paper')
  if (slots.isOtherMeeting(file)) return none('A paper of another meeting')
  const folders = foldersOf(file.folder)
  const { belongs, reason } = quarterReading(name, folders, quarter)
  if (belongs === 'no') return none(reason)
  const named = slotsNamedBy(name)
  const reading = { ...named, slots: named.slots.filter(slots.isUsed) }
  if (reading.elsewhere || slots.isOwnCard(file.name))
    return none('The name of a governance or communications document')
  const candidates = reading.slots.filter(
    (slot) => reading.slots.length === 1 || !contents[slot]?.native,
  )
  const archived = isArchived(file)
  const firm = belongs === 'yes' && !archived
  if (reading.slots.length === 0) {
    const isLeftover = firm || (belongs === 'near' && !archived)
    if (!isLeftover) return none(archived ? 'In a folder for old papers' : reason)
    if (!/\p{L}/u.test(name.title)) return none('The name doesn’t say what it is')
    const title = name.title.slice(0, maxTitle)
    if (!firm) return { file, kind: 'ambiguous', candidates: slots.offered, title, reason }
    return { file, kind: 'clear', candidates, title, reason: `${reason}, and no other slot’s name` }
  }
  const title = candidates.some(isAdditional) ? paperTitle(file.name) : ''
  const base = { file, candidates, ...(title === '' ? {} : { title }) }
  if (reading.slots.length > 1) {
    const several = `“${reading.words}” could mean more than one slot`
    return { ...base, kind: 'ambiguous', reason: firm ? several : `${several}. ${reason}` }
  }
  const why = wordsInReason(reading, candidates[0]!)
  if (contents[candidates[0]!]?.native) {
    return { ...base, kind: 'mapped', reason: 'The agenda is written in the portal' }
  }
  if (archived)
    return { ...base, kind: 'ambiguous', reason: `${why}, but in a folder for old papers` }
  if (!firm) return { ...base, kind: 'ambiguous', reason: `${why}. ${reason}` }
  return { ...base, kind: 'clear', slot: candidates[0]!, reason: `${why}, ${reason}` }
}

function wordsInReason({ words, misspelled }: SlotReading, slot: MaterialType): string {
  return misspelled ? `“${words}”, one letter off ${materialName(slot)}` : `“${words}” in the name`
}

/** Two papers for one slot are ambiguous, the newer one proposed; a slot's own paper is only replaced by a newer one. */
function bySlot(
  matches: PaperMatch[],
  files: readonly PaperFile[],
  { contents, nameOf }: Pick<Slots, 'contents' | 'nameOf'>,
) {
  const rivals = (slot: MaterialType) =>
    matches.filter((match) => match.kind === 'clear' && match.slot === slot)
  return matches.map((match): PaperMatch => {
    const { kind, slot, file } = match
    if (kind !== 'clear' || !slot) return match
    const shown = contents[slot]
    const shownFile = files.find(({ id }) => id === shown?.documentId)
    if (shownFile && shownFile.modifiedTime >= file.modifiedTime) {
      return olderThan(match, nameOf(shownFile))
    }
    return { ...rivalled(match, rivals(slot), nameOf), ...replacing(shown) }
  })
}

function quoted({ name }: PaperFile): string {
  return `“${name}”`
}

function olderThan(match: PaperMatch, shown: string): PaperMatch {
  const reason = `Not newer than ${shown}, which is mapped there`
  return { ...match, kind: 'older', reason }
}

function rivalled(
  match: PaperMatch,
  rivals: PaperMatch[],
  nameOf: (file: PaperFile) => string,
): PaperMatch {
  if (rivals.length < 2) return match
  const newest = rivals.map(({ file }) => file).toSorted(newestFirst)[0]!
  const papers = `${rivals.length} papers fit this slot`
  if (newest.id !== match.file.id) return unproposed(match, `${papers}; ${nameOf(newest)} is newer`)
  return { ...match, kind: 'ambiguous', reason: `${papers}; this one is the newest` }
}

function unproposed(match: PaperMatch, reason: string): PaperMatch {
  const { slot: _, ...rest } = match
  return { ...rest, kind: 'ambiguous', reason }
}

function replacing(shown: SlotContent | undefined): { replaces?: string } {
  return shown?.content === undefined ? {} : { replaces: shown.content }
}

/** The slot that already has the paper's title, else the next empty one. */
function placeLeftovers(
  leftovers: PaperMatch[],
  named: PaperMatch[],
  { contents, anyPaper, offered, nameOf }: Slots,
): PaperMatch[] {
  const used = new Set(named.flatMap(({ slot }) => slot ?? []))
  const free = anyPaper.filter((slot) => contents[slot]?.content === undefined && !used.has(slot))
  const titles = Map.groupBy(leftovers, ({ title }) => title!.toLowerCase())
  const places = new Map<string, MaterialType>()
  const take = (title: string, slot: MaterialType | undefined) => {
    if (!slot) return
    places.set(title, slot)
    free.splice(free.indexOf(slot), 1)
  }
  for (const title of titles.keys()) {
    take(
      title,
      free.find((slot) => contents[slot]?.title?.toLowerCase() === title),
    )
  }
  for (const title of titles.keys()) if (!places.has(title)) take(title, free[0])
  return leftovers.map((match): PaperMatch => {
    const title = match.title!.toLowerCase()
    const slot = places.get(title)
    if (!slot) {
      const reason = 'The quarter has as many papers as it can have'
      return { ...match, kind: 'ambiguous', candidates: offered, reason }
    }
    return rivalled({ ...match, slot, candidates: [slot] }, titles.get(title)!, nameOf)
  })
}

function orderOf({ slot, candidates }: PaperMatch): number {
  const first = slot ?? candidates[0]
  return first ? defaultPlace(first) : Infinity
}

/** Of equal times the later name counts as newer: “v2” after “v1”. */
export function newestFirst(a: PaperFile, b: PaperFile): number {
  if (a.modifiedTime === b.modifiedTime) return byName(b, a)
  return a.modifiedTime < b.modifiedTime ? 1 : -1
}

const collator = new Intl.Collator('en', { numeric: true })
function byName(a: PaperFile, b: PaperFile): number {
  return collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
}
