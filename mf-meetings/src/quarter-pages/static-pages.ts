import type { Slot } from '@portal/domain/slot-names'

/** A page of a quarter without its own content: its subject, and where its paper is. */
export type StaticPage = {
  title: string
  about: string
  /** The slot of its paper; the papers of the others are among the quarter's materials. */
  slot?: Slot
}

const amongMaterials = 'Its papers are among the quarter’s materials.'

const pages: Record<string, StaticPage> = {
  'budget-overview': {
    title: 'Budget Overview',
    about:
      'This page is about the foundation’s budget overview. The overview itself is a document, also listed under Governance & Policies.',
    slot: { kind: 'governance', policyType: 'budget-overview' },
  },
  'budget-pss': {
    title: 'Budget PSS',
    about: `This page is about the PSS part of the budget. ${amongMaterials}`,
  },
  'budget-health': {
    title: 'Budget Health',
    about: `This page is about the health of the budget. ${amongMaterials}`,
  },
  'budget-fj': {
    title: 'Budget FJ',
    about: `This page is about the FJ part of the budget. ${amongMaterials}`,
  },
  undesignated: {
    title: 'Undesignated',
    about: `This page is about undesignated funds. ${amongMaterials}`,
  },
  'mission-vision-values': {
    title: 'Mission Vision Values',
    about:
      'This page is about the foundation’s mission, vision and values. The text itself is a document, also listed under Communications Resources.',
    slot: { kind: 'communications', resourceType: 'mission-vision-values' },
  },
}

/** The static page of a type; undefined for any other type, including mapped ones. */
export function staticPageOf(type: string | undefined): StaticPage | undefined {
  return type !== undefined && Object.hasOwn(pages, type) ? pages[type] : undefined
}
