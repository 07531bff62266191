import type { BoardDocument } from '@portal/contract/documents'
import type { PaperMapping } from '@portal/contract/meetings'
import { mappingId } from '@portal/domain/ids'
import {
  isAdditional,
  matchPapers,
  type PaperFile,
  type PaperMatch,
  type SlotContents,
} from '@portal/domain/paper-match'
import type { Quarter } from '@portal/domain/quarter'
import { allSlotsOfQuarter, papersOfQuarter } from '@portal/domain/quarter-papers'
import { materialName, type MaterialType } from '@portal/domain/slot-names'
import type { Mappings } from '../../shared/quarter-queries.ts'
import type { IsSetAside } from '../../shared/slot-settings.ts'
import { contentName, isMapped } from '../readiness/readiness.ts'

/** The slot chosen for each paper by its id; `null` leaves it unmapped. */
export type SlotChoices = Readonly<Record<string, MaterialType | null>>

/** The display name written for each paper by its id. */
export type PaperTitles = Readonly<Record<string, string>>

/** In characters, as the contract takes a display name. */
export const longestTitle = 200

/** A document as its name and folders are read. */
export function matchedFile(document: BoardDocument): PaperFile {
  const { id, name, path, mime_type: mimeType, modified_time: modifiedTime } = document
  return { id, name, folder: path, mimeType, modifiedTime }
}

type Known = {
  mappings: Mappings
  isSetAside: IsSetAside
  /** Whether a file has the name of a card of the foundation's own. */
  isOwnCard: (fileName: string) => boolean
  /** Whether a file belongs to a meeting that isn't a quarterly one. */
  isOtherMeeting: (file: PaperFile) => boolean
  /** How a reason names a file that is compared. */
  named: (file: PaperFile) => string
}

/** The papers that fit a slot of the quarter; unmapped papers come first. */
export function paperProposals(
  documents: readonly BoardDocument[],
  quarter: Quarter,
  { mappings, isSetAside, isOwnCard, isOtherMeeting, named }: Known,
): PaperMatch[] {
  const files = documents.map(matchedFile)
  const matches = matchPapers(files, quarter, contentsOf(quarter, mappings), {
    isSetAside: (materialType) =>
      mappings[idOf(quarter, materialType)]?.notNeeded === true ||
      isSetAside({ kind: 'meeting', ...quarter, materialType }),
    isOwnCard,
    isOtherMeeting,
    named,
  })
  const isSettled = ({ kind }: PaperMatch) => kind === 'mapped' || kind === 'older'
  return [...matches.filter(isOpen), ...matches.filter(isSettled)]
}

/** Whether there is something to decide. */
export function isOpen({ kind }: PaperMatch): boolean {
  return kind === 'clear' || kind === 'ambiguous'
}

/** What is mapped unless the admin chooses otherwise: a proposal that replaces nothing. */
export function chosenSlot(match: PaperMatch, choices: SlotChoices): MaterialType | null {
  if (!isOpen(match)) return null
  const choice = choices[match.file.id]
  if (choice !== undefined) return choice
  return match.replaces === undefined ? (match.slot ?? null) : null
}

type ChosenPaper = PaperMapping & { materialType: MaterialType }

type Chosen = { choices: SlotChoices; titles: PaperTitles; quarter: Quarter; mappings: Mappings }

/** The request's papers, each with the revision of its slot as it is shown. */
export function paperMappings(
  matches: readonly PaperMatch[],
  { choices, titles, quarter, mappings }: Chosen,
): ChosenPaper[] {
  return matches.flatMap((match) => {
    const materialType = chosenSlot(match, choices)
    if (!materialType) return []
    const title = isAdditional(materialType) ? (titles[match.file.id] ?? match.title) : undefined
    return {
      materialType,
      documentId: match.file.id,
      revision: mappings[idOf(quarter, materialType)]?.revision ?? 'new',
      ...(title === undefined ? {} : { title }),
    }
  })
}

/** Whether members of a published quarter see what the slot shows; an unused one becomes active. */
export function isSlotActive(slot: MaterialType, quarter: Quarter, mappings: Mappings): boolean {
  return mappings[idOf(quarter, slot)]?.active ?? true
}

/** Whether a slot of the quarter shows something. */
export function hasContent(quarter: Quarter, mappings: Mappings): boolean {
  return papersOfQuarter(quarter, mappings).some((slot) => {
    const mapping = mappings[mappingId(slot)]
    return mapping !== undefined && isMapped(mapping)
  })
}

/** The first slot that more than one paper is chosen for. */
export function sharedSlot(papers: readonly ChosenPaper[]): string | undefined {
  const shared = papers.find(({ materialType }, index) =>
    papers.slice(0, index).some((earlier) => earlier.materialType === materialType),
  )
  return shared && materialName(shared.materialType)
}

/** What a slot shows now, in words. */
export function shownIn(
  slot: MaterialType,
  quarter: Quarter,
  mappings: Mappings,
): string | undefined {
  return contentName(mappings[idOf(quarter, slot)])
}

function contentsOf(quarter: Quarter, mappings: Mappings): SlotContents {
  const contents: SlotContents = {}
  for (const slot of allSlotsOfQuarter(quarter)) {
    const mapping = mappings[mappingId(slot)]
    if (!mapping) continue
    const { title, documentId, mode } = mapping
    const content = contentName(mapping)
    contents[slot.materialType] = { title, documentId, content, native: mode === 'native' }
  }
  return contents
}

function idOf(quarter: Quarter, materialType: MaterialType): string {
  return mappingId({ kind: 'meeting', ...quarter, materialType })
}
