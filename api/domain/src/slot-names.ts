import { isQuarterly, type MeetingRef } from './meeting-ref.ts'
import type { Quarter } from './quarter.ts'

type SlotDefinition = {
  /** What it is called until an admin gives its mapping a display name. */
  name: string
  /** A quarter may leave it empty. */
  optional?: true
  /**
   * It holds any paper that the quarter has. Its display name and card image are those of the paper, so they are
   * removed with it, and the next quarter's agenda doesn't take it over.
   */
  anyPaper?: true
  /** Its paper is part of the budget narrative. */
  budget?: true
}

const anyPaper = { optional: true, anyPaper: true } as const

/**
 * The specification's slots of a quarter, in their order; `quarter-papers.ts` has the list of all its papers. A new one
 * also needs its words in `slotWords` and its sample paper in `api/sample/plan.ts`; a missing one is a type error there.
 */
const materialSlots = {
  agenda: { name: 'Agenda' },
  'consent-agenda': { name: 'Consent Agenda' },
  'budget-vs-actual': { name: 'Budget vs Actual', budget: true },
  'spend-down-model': { name: 'Spend-Down Model', budget: true },
  'spenddown-overview': { name: 'Spenddown Overview', budget: true },
  'cash-flow-summary': { name: 'Cash Flow Summary', budget: true },
  'asset-summary': { name: 'Asset Summary', budget: true },
  'budget-update': { name: 'Budget Update', budget: true },
  'airtable-data': { name: 'Meeting Data' },
  'additional-material-1': { name: 'Additional Material 1', ...anyPaper },
  'additional-material-2': { name: 'Additional Material 2', ...anyPaper },
  'additional-material-3': { name: 'Additional Material 3', ...anyPaper },
  'additional-material-4': { name: 'Additional Material 4', ...anyPaper },
  'additional-material-5': { name: 'Additional Material 5', ...anyPaper },
} as const satisfies Record<string, SlotDefinition>
/** A slot that the specification names, so that every quarter has it. */
export type NamedMaterialType = keyof typeof materialSlots

/** A paper of a quarter: the specification's slots, and additional materials that continue their numbers. */
export type MaterialType = NamedMaterialType | `additional-material-${number}`

/** The specification's slots for papers that have no slot of their own. */
type AnyPaperType = {
  [T in NamedMaterialType]: (typeof materialSlots)[T] extends { anyPaper: true } ? T : never
}[NamedMaterialType]

const definitions: Record<NamedMaterialType, SlotDefinition> = materialSlots

/** In the order of the slots. */
const types = Object.keys(materialSlots) as NamedMaterialType[]

/** The names of the specification's slots, by type. */
export const materialTypes = Object.fromEntries(
  types.map((type) => [type, definitions[type].name]),
) as { readonly [T in NamedMaterialType]: (typeof materialSlots)[T]['name'] }

/** The slots of the budget narrative. */
export const budgetTypes: readonly MaterialType[] = types.filter((type) => definitions[type].budget)

/** The specification's slots for papers that have no slot of their own. */
export const anyPaperTypes: readonly MaterialType[] = types.filter(
  (type) => definitions[type].anyPaper,
)

/** How many papers a quarter can have. */
export const mostPapers = 200

/** How many of them are additional materials; the others have slots of their own. */
export const mostAdditional = mostPapers - (types.length - anyPaperTypes.length)

/** From 1; undefined for another slot, and for a number that a quarter doesn't have. */
export function additionalNumber(type: string): number | undefined {
  const digits = /^additional-material-([1-9]\d{0,2})$/.exec(type)?.[1]
  return digits !== undefined && Number(digits) <= mostAdditional ? Number(digits) : undefined
}

/** What a slot is called until an admin gives its mapping a display name. */
export function materialName(type: MaterialType): string {
  return isNamedType(type) ? materialTypes[type] : `Additional Material ${additionalNumber(type)}`
}

/** Words by which the name of a paper names its slot, in lower case and without spaces. */
export type SlotWords = {
  /** One letter off counts too. */
  phrases: readonly string[]
  /** Only count as the whole name, but for words that go with any paper. */
  whole?: readonly string[]
  /** One letter off is another word, such as “Meeting Date”. */
  exact?: readonly string[]
  /** The meeting's own: neither a committee's nor an item's. */
  ofMeeting?: true
}

const between = ['', 'vs', 'v', 'versus', 'to', 'against', 'and']
const joined = (first: string, second: string) => between.map((word) => first + word + second)

/** Apart from the definitions because only the matching of papers loads them. */
export const slotWords: Readonly<Record<Exclude<NamedMaterialType, AnyPaperType>, SlotWords>> = {
  agenda: { phrases: ['agenda', 'orderofbusiness'], ofMeeting: true },
  'consent-agenda': {
    phrases: [
      'consentagenda',
      'consentcalendar',
      'consentitems',
      'consentpacket',
      'consentpackage',
    ],
    whole: ['consent'],
    ofMeeting: true,
  },
  'budget-vs-actual': {
    phrases: [
      ...joined('budget', 'actual'),
      ...joined('budget', 'actuals'),
      ...joined('actual', 'budget'),
      ...joined('actuals', 'budget'),
      'budgetvariance',
      'bva',
      'bvsa',
    ],
  },
  'spend-down-model': {
    phrases: [
      'spenddownmodel',
      'spenddownprojection',
      'spenddownforecast',
      'spenddownscenario',
      'sdmodel',
      'modelspenddown',
    ],
  },
  'spenddown-overview': {
    phrases: [
      'spenddownoverview',
      'spenddownsummary',
      'sdoverview',
      'overviewspenddown',
      'overviewofspenddown',
      'overviewofthespenddown',
    ],
  },
  'cash-flow-summary': {
    phrases: [
      'cashflow',
      'cashflowsummary',
      'cashflows',
      'cashflowstatement',
      'cfsummary',
      'cfstatement',
      'cashsummary',
      'summaryofcashflow',
      'summaryofcashflows',
    ],
    whole: ['cf', 'cfs'],
  },
  'asset-summary': {
    phrases: [
      'assetsummary',
      'assetssummary',
      'summaryofassets',
      'assetoverview',
      'assetsoverview',
      'assetreport',
    ],
    whole: ['assets'],
  },
  'budget-update': {
    phrases: [
      'budgetupdate',
      'updatedbudget',
      'budgetrevision',
      'revisedbudget',
      'updateonbudget',
      'updateonthebudget',
      'updatetobudget',
    ],
  },
  'airtable-data': {
    phrases: ['airtabledata', 'airtable', 'airtableexport'],
    exact: ['meetingdata'],
  },
}

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
export type QuarterSlot = {
  kind: 'meeting'
  year: number
  quarter: number
  materialType: MaterialType
}

/** The place of a paper in the ordered list of any other meeting. `materialType` is its key, which never changes. */
export type ListedSlot = { kind: 'meeting'; meeting: string; materialType: string }

/** The place of one of a meeting's papers. */
export type MeetingSlot = QuarterSlot | ListedSlot

/** A card of Governance & Policies or of Communications Resources: the specification's, or one of the foundation's own. */
export type CardSlot =
  | { kind: 'governance'; policyType: string }
  | { kind: 'communications'; resourceType: string }

export type Slot = MeetingSlot | CardSlot

/** What a paper of another meeting is called until an admin names it. */
const listedPaperName = 'Paper'

/** The specification's cards by kind, in the order in which members see them. */
export const specifiedCards = {
  governance: Object.keys(policyTypes).map((policyType): CardSlot => ({
    kind: 'governance',
    policyType,
  })),
  communications: Object.keys(communicationsTypes).map((resourceType): CardSlot => ({
    kind: 'communications',
    resourceType,
  })),
} as const

/** What a slot is called until an admin gives its mapping a display name. A card of the foundation's own has one. */
export function slotName(slot: Slot): string {
  if (slot.kind === 'meeting') {
    return isMaterialType(slot.materialType) ? materialName(slot.materialType) : listedPaperName
  }
  if (slot.kind === 'governance') {
    return isPolicyType(slot.policyType)
      ? policyTypes[slot.policyType]
      : titleOfSlug(slot.policyType)
  }
  return isCommunicationsType(slot.resourceType)
    ? communicationsTypes[slot.resourceType]
    : titleOfSlug(slot.resourceType)
}

/** Whether it is a card of the foundation's own, after the specification's. */
export function isOwnCard(slot: Slot): slot is CardSlot {
  if (slot.kind === 'meeting') return false
  return slot.kind === 'governance'
    ? !isPolicyType(slot.policyType)
    : !isCommunicationsType(slot.resourceType)
}

/** `gift-acceptance` becomes `Gift Acceptance`. */
function titleOfSlug(slug: string): string {
  const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return slug.split('-').map(capitalized).join(' ')
}

/** The specification's slots of a quarter; `papersOfQuarter` lists the papers that it has. */
export function slotsOfQuarter({ year, quarter }: Quarter): QuarterSlot[] {
  return types.map((materialType) => ({ kind: 'meeting', year, quarter, materialType }))
}

/** The slot that leads members to a meeting's agenda. */
export function agendaSlot(meeting: Quarter): QuarterSlot
export function agendaSlot(meeting: MeetingRef): MeetingSlot
export function agendaSlot(meeting: MeetingRef): MeetingSlot {
  const materialType = 'agenda'
  if (!isQuarterly(meeting)) return { kind: 'meeting', meeting: meeting.meeting, materialType }
  const { year, quarter } = meeting
  return { kind: 'meeting', year, quarter, materialType }
}

export function isAgendaSlot(slot: Slot): boolean {
  return slot.kind === 'meeting' && slot.materialType === 'agenda'
}

/** A slot that a quarter may leave empty. */
export function isOptional(slot: Slot): boolean {
  if (slot.kind !== 'meeting') return false
  return !isNamedType(slot.materialType) || definitions[slot.materialType].optional === true
}

/**
 * A slot for any paper that a quarter has, or a place in the list of another meeting: its display name and card image are
 * removed with the paper.
 */
export function holdsAnyPaper(slot: Slot): boolean {
  if (slot.kind !== 'meeting') return false
  return isListed(slot) || additionalNumber(slot.materialType) !== undefined
}

/** Whether it is the place of a paper in the list of a meeting that isn't a quarterly one. Its agenda's slot isn't. */
export function isListed(slot: Slot): slot is ListedSlot {
  return slot.kind === 'meeting' && !isQuarterly(slot) && !isAgendaSlot(slot)
}

export function isMaterialType(type: string): type is MaterialType {
  return isNamedType(type) || additionalNumber(type) !== undefined
}

/** Whether the specification names the slot, so that every quarter has it. */
export function isNamedType(type: string): type is NamedMaterialType {
  return Object.hasOwn(materialTypes, type)
}

export function isPolicyType(type: string): type is PolicyType {
  return Object.hasOwn(policyTypes, type)
}

export function isCommunicationsType(type: string): type is CommunicationsType {
  return Object.hasOwn(communicationsTypes, type)
}
