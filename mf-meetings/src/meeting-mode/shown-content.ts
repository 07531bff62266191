import type { AgendaItem } from '@portal/contract/agendas'
import { isMaterialType, type MaterialType } from '@portal/domain/slot-names'
import type { Material } from '../shared/materials-of.ts'

export type ItemMaterial = Material & {
  /** "3–5, 9"; absent for the whole paper. */
  pages?: string | undefined
}

/** What is shown of an item: one of its papers, or the reader's notes on them. */
export type ShownContent = MaterialType | 'notes'

/** Returns undefined for any other text. */
export function parseShown(text: string | null): ShownContent | undefined {
  return text !== null && (text === 'notes' || isMaterialType(text)) ? text : undefined
}

/** An item's papers that the reader can open, in the item's order. */
export function materialsOfItem(
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
