import type { Slot } from '@portal/domain/slot-names'

/** A page of a quarter that has no content of its own: what it is for, and where its paper is. */
export type StaticPage = {
  title: string
  about: string
  /** Where its paper stands; the others' papers are among the quarter's materials. */
  slot?: Slot
}

const amongMaterials = 'Whatever the board is given about it is among the quarter’s materials.'

const pages: Record<string, StaticPage> = {
  'budget-overview': {
    title: 'Budget Overview',
    about:
      'This page is for the overview of the foundation’s budget. The overview itself is a document, which is also under Governance & Policies.',
    slot: { kind: 'governance', policyType: 'budget-overview' },
  },
  'budget-pss': {
    title: 'Budget PSS',
    about: `This page is for the PSS part of the budget. ${amongMaterials}`,
  },
  'budget-health': {
    title: 'Budget Health',
    about: `This page is for the health of the budget. ${amongMaterials}`,
  },
  'budget-fj': {
    title: 'Budget FJ',
    about: `This page is for the FJ part of the budget. ${amongMaterials}`,
  },
  undesignated: {
    title: 'Undesignated',
    about: `This page is for undesignated funds. ${amongMaterials}`,
  },
  'mission-vision-values': {
    title: 'Mission Vision Values',
    about:
      'This page is for the foundation’s mission, vision and values. The text itself is a document, which is also under Communications Resources.',
    slot: { kind: 'communications', resourceType: 'mission-vision-values' },
  },
}

/** The page of a type of the specification's static ones; undefined for any other, also for a mapped type. */
export function staticPageOf(type: string | undefined): StaticPage | undefined {
  return type !== undefined && Object.hasOwn(pages, type) ? pages[type] : undefined
}
