import type { AgendaItem } from '@portal/contract/agendas'
import { isListedPaper } from '@portal/domain/meeting-ref'
import { isMaterialType } from '@portal/domain/slot-names'
import type { Material } from '../shared/materials-of.ts'

export type ItemMaterial = Material & {
  /** "3–5, 9"; absent for the whole paper. */
  pages?: string | undefined
}

/** What is shown of an item: one of its papers by its type; `notes`, the reader's notes on them; or `about`, what it is about. */
export type ShownContent = string

/** Returns undefined for any other text. */
export function parseShown(text: string | null): ShownContent | undefined {
  const isKnown = text !== null && (isMaterialType(text) || isListedPaper(text))
  return isKnown ? text : undefined
}

export type ItemContent = {
  /** The papers of the item, and the open one if it is another of the quarter's. */
  papers: ItemMaterial[]
  /** Whether the reader may have notes on them. */
  hasNotes: boolean
  shown: ShownContent
  /** The open paper. */
  paper?: ItemMaterial | undefined
}

type ContentRequest = { show: ShownContent | undefined; canKeepNotes: boolean }

/** What an item can show, and what it shows: the requested content if it exists, otherwise its first paper. */
export function contentOfItem(
  item: Pick<AgendaItem, 'papers'>,
  materials: readonly Material[],
  { show, canKeepNotes }: ContentRequest,
): ItemContent {
  const named = materialsOfItem(item, materials)
  const requested = materials.find(({ type }) => type === show && type !== 'agenda')
  const isNamed = named.some(({ type }) => type === requested?.type)
  const papers: ItemMaterial[] = requested && !isNamed ? [...named, requested] : named
  const hasNotes = canKeepNotes && papers.some(({ mapping }) => mapping.document)
  if (show === 'about' || (show === 'notes' && hasNotes)) return { papers, hasNotes, shown: show }
  const paper = papers.find(({ type }) => type === requested?.type) ?? papers[0]
  return { papers, hasNotes, shown: paper?.type ?? 'about', paper }
}

/** An item's papers that the reader can open, in the item's order. */
function materialsOfItem(
  { papers = [] }: Pick<AgendaItem, 'papers'>,
  materials: readonly Material[],
): ItemMaterial[] {
  return papers.flatMap(({ materialType, pages }) => {
    const material = materials.find(({ type }) => type === materialType)
    return material ? [{ ...material, pages }] : []
  })
}

/** The quarter's papers that no item refers to, without the agenda itself. */
export function otherMaterials(
  items: readonly Pick<AgendaItem, 'papers'>[],
  materials: readonly Material[],
): Material[] {
  const named = new Set(
    items.flatMap(({ papers = [] }) => papers.map(({ materialType }) => materialType)),
  )
  return materials.filter(({ type }) => type !== 'agenda' && !named.has(type))
}
