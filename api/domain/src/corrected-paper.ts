import { type QuarterSlot } from './slot-names.ts'
import { isQuarterly, quarterOfMeeting } from './meeting-ref.ts'
import { readPaperName, type PaperName } from './paper-name.ts'
import { slotsNamedBy } from './paper-slots.ts'
import { compareQuarters, type Quarter } from './quarter.ts'
import type { Slot } from './slot-names.ts'

/** A file that may be the corrected version of a mapped paper. */
export type ArrivedFile = { name: string; words?: WordSketch | undefined }

/** A paper that slots show. */
export type MappedPaper = ArrivedFile & { id: string; slots: readonly Slot[] }

/** The paper that a file seems to be a version of, and what is alike. */
export type CorrectedPaper = { id: string; by: 'name' | 'words' }

/** Shares of equal passages. A form with other figures has about half of its passages in common with the last one. */
const alike = 0.5
/** For a paper of an earlier quarter, which the next one was perhaps written from. */
const nearlyEqual = 0.8

/**
 * The mapped paper that a file resembles by its name or its words; undefined if it resembles none. A file that names
 * another quarter than the paper is never its version. Equal input gives equal output.
 */
export function correctedPaper(
  file: ArrivedFile,
  papers: readonly MappedPaper[],
  today: Quarter,
): CorrectedPaper | undefined {
  const name = readPaperName(file.name)
  const matches = papers.flatMap((paper) => {
    const other = readPaperName(paper.name)
    if (contradicts(name, paper, other)) return []
    const share = file.words && paper.words ? sharedWords(file.words, paper.words) : 0
    const isNow = paper.slots.some((slot) => isCurrent(slot, name, today))
    const isNamed = isNow && (isSameName(name, other) || isSameSlot(name, paper.slots))
    if (!isNamed && share < (isNow ? alike : nearlyEqual)) return []
    return { id: paper.id, by: isNamed ? ('name' as const) : ('words' as const), isNow, share }
  })
  const [best] = matches.toSorted(
    (a, b) =>
      Number(b.isNow) - Number(a.isNow) ||
      b.share - a.share ||
      Number(b.by === 'name') - Number(a.by === 'name') ||
      a.id.localeCompare(b.id),
  )
  return best && { id: best.id, by: best.by }
}

/**
 * Whether the file names quarters, and none of them is a quarter of the paper or of its slots. A paper without a quarter,
 * such as a policy, may have one in its next file's name, but not another name as well.
 */
function contradicts(name: PaperName, { slots }: MappedPaper, other: PaperName): boolean {
  const named = quartersIn(name, 'quarter')
  if (named.length === 0) return false
  const ofPaper = [...quartersIn(other, 'quarter'), ...slots.filter(isOfQuarter)]
  if (ofPaper.length === 0) return !isSameName(name, other)
  return !named.some((known) => ofPaper.some((two) => mayBeEqual(known, two)))
}

type PartialQuarter = { quarter: number; year?: number | undefined }

function quartersIn({ mentions }: PaperName, by: 'quarter' | 'date'): PartialQuarter[] {
  return mentions.filter((mention) => mention.by === by)
}

/** A quarter without a year may be any year's. */
function mayBeEqual(a: PartialQuarter, b: PartialQuarter): boolean {
  if (a.quarter !== b.quarter) return false
  return a.year === undefined || b.year === undefined || a.year === b.year
}

function isOfQuarter(slot: Slot): slot is QuarterSlot {
  return slot.kind === 'meeting' && isQuarterly(slot)
}

/** Not the slot of a meeting of an earlier quarter, unless the file names it: every quarter has a paper called “Agenda”. */
function isCurrent(slot: Slot, name: PaperName, today: Quarter): boolean {
  if (slot.kind !== 'meeting') return true
  const ofSlot = quarterOfMeeting(slot)
  if (compareQuarters(ofSlot, today) >= 0) return true
  return quartersIn(name, 'quarter').some((quarter) => mayBeEqual(quarter, ofSlot))
}

/** The slots that get a corrected file: without slots of earlier quarters, unless all are. */
export function correctedSlots<S extends Slot>(
  file: string,
  slots: readonly S[],
  today: Quarter,
): readonly S[] {
  const name = readPaperName(file)
  const current = slots.filter((slot) => isCurrent(slot, name, today))
  return current.length > 0 ? current : slots
}

/** Words that a corrected file's name has in addition. */
const ofCorrections = new Set(
  (
    'amended clean corr corrected correction corrections draft errata erratum final fix fixed latest new newest ' +
    'replacement resubmitted revised revision signed updated a an and for of the'
  ).split(' '),
)

function isSameName(a: PaperName, b: PaperName): boolean {
  const [first, second] = [lettersOf(a), lettersOf(b)]
  if (first === '' || first !== second) return false
  const isSameYear =
    a.years.length === 0 || b.years.length === 0 || a.years.some((year) => b.years.includes(year))
  const [dates, others] = [quartersIn(a, 'date'), quartersIn(b, 'date')]
  const isSameTime =
    dates.length === 0 ||
    others.length === 0 ||
    dates.some((date) => others.some((two) => mayBeEqual(date, two)))
  return isSameYear && isSameTime
}

/** However the words are separated. */
function lettersOf({ words }: PaperName): string {
  const isOfCorrection = (word: string, at: number) =>
    ofCorrections.has(word) || (/^\d+$/.test(word) && ofCorrections.has(words[at - 1] ?? ''))
  return words.filter((word, at) => !isOfCorrection(word, at)).join('')
}

/** The name names the quarter and the slot that shows the paper. */
function isSameSlot(name: PaperName, slots: readonly Slot[]): boolean {
  const named = quartersIn(name, 'quarter')
  const { slots: types } = slotsNamedBy(name)
  const [type] = types
  if (named.length === 0 || types.length !== 1) return false
  return slots
    .filter(isOfQuarter)
    .some((slot) => slot.materialType === type && named.some((other) => mayBeEqual(other, slot)))
}

/** The smallest hashes of a text's passages of three words, sorted: enough to estimate how much two texts share. */
export type WordSketch = readonly number[]

const sketchSize = 256
const passageWords = 3
/** In UTF-16 units; the rest of a longer paper isn't compared. */
const longestText = 400_000
/** A text with fewer passages, such as a scan's, can't be compared. */
const fewestPassages = 20

/** Undefined if there are too few words to compare. */
export function wordSketch(pages: readonly string[]): WordSketch | undefined {
  const words = pages.join('\n').slice(0, longestText).toLowerCase().normalize('NFKC')
  const terms = words.match(/[\p{L}\p{N}]+/gu) ?? []
  const hashes = new Set<number>()
  for (let at = 0; at + passageWords <= terms.length; at += 1) {
    hashes.add(hashOf(terms.slice(at, at + passageWords).join(' ')))
  }
  if (hashes.size < fewestPassages) return undefined
  return [...hashes].toSorted((a, b) => a - b).slice(0, sketchSize)
}

/** The estimated share of passages that two texts have in common, from 0 to 1. */
export function sharedWords(a: WordSketch, b: WordSketch): number {
  const [first, second] = [new Set(a), new Set(b)]
  const smallest = [...new Set([...a, ...b])].toSorted((x, y) => x - y).slice(0, sketchSize)
  const shared = smallest.filter((hash) => first.has(hash) && second.has(hash))
  return smallest.length === 0 ? 0 : shared.length / smallest.length
}

/** FNV-1a, 32 bits, with its bits mixed, so that the smallest hashes are a fair sample. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
