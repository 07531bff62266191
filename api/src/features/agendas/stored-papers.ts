import type { AgendaItem, AgendaItemContent } from '@portal/contract/agendas'
import { type ItemPaper, normalPages, pagesSentence } from '@portal/domain/item-papers'
import { isListedPaper, isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { isMaterialType } from '@portal/domain/slot-names'
import { Refusal } from '../../refusal.ts'

type RawItem = Record<string, unknown>
type RawPaper = RawItem & { materialType: string }

/** An item's papers as any version stored them, with the fields that this one doesn't know. */
function rawPapersOf(item: RawItem): RawPaper[] {
  const { papers } = item
  if (!Array.isArray(papers)) return []
  return papers.filter(
    (paper: unknown): paper is RawPaper =>
      typeof paper === 'object' &&
      paper !== null &&
      typeof (paper as RawPaper).materialType === 'string',
  )
}

/** An item's papers in the contract's form. */
export function papersOf(item: RawItem): ItemPaper[] {
  return rawPapersOf(item).map(({ materialType, pages }) => ({
    materialType,
    ...(typeof pages === 'string' && pages !== '' ? { pages } : {}),
  }))
}

/**
 * The papers that a save leaves in an item: the sent ones, or the stored ones if its sender doesn't know papers. `where` is
 * the item's position in the request.
 */
export function savedPapers(
  sent: AgendaItemContent['papers'],
  stored: RawItem | undefined,
  where: string,
  isPaper = isPaperOfQuarter,
): { papers?: RawItem[] } {
  const before = stored ? rawPapersOf(stored) : []
  const papers = sent ? validPapers(sent, before, `${where}.papers`, isPaper) : before
  return papers.length > 0 ? { papers } : {}
}

/** Whether a meeting can have a paper of this type: a quarter in a slot, every other meeting in its list. */
export function isPaperOf(meeting: MeetingRef): (materialType: string) => boolean {
  return isQuarterly(meeting) ? isPaperOfQuarter : isListedPaper
}

function isPaperOfQuarter(materialType: string): boolean {
  return isMaterialType(materialType) && materialType !== 'agenda'
}

function validPapers(
  sent: NonNullable<AgendaItemContent['papers']>,
  before: RawPaper[],
  path: string,
  isPaper: (materialType: string) => boolean,
): RawItem[] {
  const types = sent.map(({ materialType }) => materialType)
  return sent.map(({ materialType, pages = '' }, index) => {
    const stored = before.find((candidate) => candidate.materialType === materialType)
    // A newer release may have more slots.
    if (!isPaper(materialType) && !stored)
      throw invalid(path, `There is no paper named ${materialType}.`)
    if (types.indexOf(materialType) !== index) {
      throw invalid(path, 'An item can name each paper once.')
    }
    const { pages: _, ...paper }: RawPaper = { ...stored, materialType }
    if (pages.trim() === '') return paper
    const normal = normalPages(pages) ?? (pages === stored?.['pages'] ? pages : undefined)
    if (normal === undefined) throw invalid(path, `${pagesSentence}.`)
    return { ...paper, pages: normal }
  })
}

/** The item with the papers that its reader may know of. */
export function withPapers(item: AgendaItem, isSeen: (materialType: string) => boolean) {
  const { papers = [], ...rest } = item
  const seen = papers.filter(({ materialType }) => isSeen(materialType))
  return seen.length > 0 ? { ...rest, papers: seen } : rest
}

function invalid(path: string, message: string): Refusal {
  return new Refusal('invalid', message, { fields: [{ path, message }] })
}
