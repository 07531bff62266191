import type { Quarter } from '@portal/domain/quarter'
import { budgetTypes, isMaterialType, materialName, type Slot } from '@portal/domain/slot-names'
import { changedAt, type Material } from '../shared/materials-of.ts'
import { staticPageOf } from './static-pages.ts'

/** A part of the budget narrative, and the slot of its own paper. */
export type BudgetPart = { name: string; slot?: Slot }

/**
 * The part of the budget in an address: a paper's type (`cash-flow-summary`), or one of the
 * budget's static pages, with or without its first word (`budget-pss`, `pss`).
 */
export function budgetPartOf(type: string, quarter: Quarter): BudgetPart | undefined {
  if (isMaterialType(type) && budgetTypes.includes(type)) {
    return { name: materialName(type), slot: { kind: 'meeting', ...quarter, materialType: type } }
  }
  const isBudget = type === 'undesignated' || type.startsWith('budget-')
  const page = staticPageOf(isBudget ? type : `budget-${type}`)
  if (!page) return undefined
  return page.slot ? { name: page.title, slot: page.slot } : { name: page.title }
}

export function budgetPapers(materials: Material[]): Material[] {
  return materials.filter(({ type }) => isMaterialType(type) && budgetTypes.includes(type))
}

/** Metrics of some papers. */
export type BudgetMetrics = {
  /** Of the papers with a known number of pages. */
  pages: number
  /** The latest change of any paper, ISO 8601. */
  changed?: string
}

export function metricsOf(papers: Material[]): BudgetMetrics {
  const changed = papers.flatMap((paper) => changedAt(paper) ?? []).toSorted()
  const last = changed.at(-1)
  return {
    pages: papers.reduce((sum, { mapping }) => sum + (mapping.document?.pages ?? 0), 0),
    ...(last === undefined ? {} : { changed: last }),
  }
}
