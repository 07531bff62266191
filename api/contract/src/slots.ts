/**
 * The portal's slots: every place a paper can stand in. The specification's section 3 names them.
 * Order is the order in which lists show them.
 */
export const materialTypes = {
  agenda: 'Agenda',
  'consent-agenda': 'Consent Agenda',
  'budget-vs-actual': 'Budget vs Actual',
  'spend-down-model': 'Spend-Down Model',
  'spenddown-overview': 'Spenddown Overview',
  'cash-flow-summary': 'Cash Flow Summary',
  'asset-summary': 'Asset Summary',
  'budget-update': 'Budget Update',
  'airtable-data': 'Meeting Data',
  'additional-material-1': 'Additional Material 1',
  'additional-material-2': 'Additional Material 2',
  'additional-material-3': 'Additional Material 3',
  'additional-material-4': 'Additional Material 4',
  'additional-material-5': 'Additional Material 5',
} as const
export type MaterialType = keyof typeof materialTypes

export const policyTypes = {
  'budget-overview': 'Budget Overview',
  'articles-of-incorporation': 'Articles of Incorporation',
  bylaws: 'Bylaws',
  'team-astro-recs': 'Team Astro Recs',
  'travel-expense-policy': 'Travel & Expense Policy',
  'charitable-contributions': 'Charitable Contributions',
} as const
export type PolicyType = keyof typeof policyTypes

export const communicationsTypes = {
  'mission-vision-values': 'Mission Vision Values',
  'break-fake-rules': 'Break Fake Rules',
  'spenddown-talking-points': 'Spenddown Talking Points',
} as const
export type CommunicationsType = keyof typeof communicationsTypes

export type Slot =
  | { kind: 'meeting'; year: number; quarter: number; materialType: MaterialType }
  | { kind: 'governance'; policyType: PolicyType }
  | { kind: 'communications'; resourceType: CommunicationsType }

/** A slot's mapping id, as section 3 of the specification writes it. */
export function mappingId(slot: Slot): string {
  if (slot.kind === 'meeting') return `meeting-${slot.year}-q${slot.quarter}-${slot.materialType}`
  if (slot.kind === 'governance') return `governance-${slot.policyType}`
  return `communications-${slot.resourceType}`
}

/** The slot a mapping id names, or undefined when it names none. */
export function slotOf(id: string): Slot | undefined {
  const meeting = /^meeting-(\d{4})-q([1-4])-(.+)$/.exec(id)
  if (meeting) {
    const [year, quarter, materialType] = [Number(meeting[1]), Number(meeting[2]), meeting[3]!]
    const known = year >= 1970 && year <= 2100 && isMaterialType(materialType)
    return known ? { kind: 'meeting', year, quarter, materialType } : undefined
  }
  const [kind, ...rest] = id.split('-')
  const type = rest.join('-')
  if (kind === 'governance' && isPolicyType(type)) return { kind, policyType: type }
  if (kind === 'communications' && isCommunicationsType(type)) return { kind, resourceType: type }
  return undefined
}

/** What a slot is called until an admin gives its mapping a display name. */
export function slotName(slot: Slot): string {
  if (slot.kind === 'meeting') return materialTypes[slot.materialType]
  if (slot.kind === 'governance') return policyTypes[slot.policyType]
  return communicationsTypes[slot.resourceType]
}

export function isMaterialType(type: string): type is MaterialType {
  return Object.hasOwn(materialTypes, type)
}

export function isPolicyType(type: string): type is PolicyType {
  return Object.hasOwn(policyTypes, type)
}

export function isCommunicationsType(type: string): type is CommunicationsType {
  return Object.hasOwn(communicationsTypes, type)
}
