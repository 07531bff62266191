import type { Quarter } from './quarter.ts'

/**
 * The portal's slots: every place a paper can be mapped to, as section 3 of the specification names them, in the order
 * of the lists.
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

/** A slot for one of a quarter's papers. */
export type MeetingSlot = {
  kind: 'meeting'
  year: number
  quarter: number
  materialType: MaterialType
}

export type Slot =
  | MeetingSlot
  | { kind: 'governance'; policyType: PolicyType }
  | { kind: 'communications'; resourceType: CommunicationsType }

/** What a slot is called until an admin gives its mapping a display name. */
export function slotName(slot: Slot): string {
  if (slot.kind === 'meeting') return materialTypes[slot.materialType]
  if (slot.kind === 'governance') return policyTypes[slot.policyType]
  return communicationsTypes[slot.resourceType]
}

/** A quarter's slots, in the order in which members see them. */
export function slotsOfQuarter({ year, quarter }: Quarter): MeetingSlot[] {
  const types = Object.keys(materialTypes) as MaterialType[]
  return types.map((materialType) => ({ kind: 'meeting', year, quarter, materialType }))
}

/** The slot that leads members to a quarter's agenda. */
export function agendaSlot({ year, quarter }: Quarter): MeetingSlot {
  return { kind: 'meeting', year, quarter, materialType: 'agenda' }
}

export function isAgendaSlot(slot: Slot): boolean {
  return slot.kind === 'meeting' && slot.materialType === 'agenda'
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
