import type { CommunicationsType, NamedMaterialType, PolicyType } from '@portal/domain/slot-names'
import { type Quarter, quarterName } from '@portal/domain/quarter'

/** A file of the sample's drive and its content. Folder names are joined by `/`. */
export type PlannedFile = { folder: string; name: string; title: string }

/** The paper of each slot in every quarter; `null` for a slot that stays free, or shows an embed. */
const paperNames = {
  agenda: 'Agenda',
  'consent-agenda': 'Consent Agenda',
  'budget-vs-actual': 'Budget vs Actual',
  'spend-down-model': 'Spend-Down Model',
  'spenddown-overview': 'Spenddown Overview',
  'cash-flow-summary': 'Cash Flow Summary',
  'asset-summary': 'Asset Summary',
  'budget-update': 'Budget Update',
  'airtable-data': null,
  'additional-material-1': 'Grants Docket',
  'additional-material-2': 'Finance Committee Report',
  'additional-material-3': 'Program Review',
  'additional-material-4': 'Special Report',
  'additional-material-5': null,
} as const satisfies Record<NamedMaterialType, string | null>
export type PaperName = NonNullable<(typeof paperNames)[NamedMaterialType]>

export const papers = Object.entries(paperNames).flatMap(([slot, name]) =>
  name === null ? [] : [{ slot: slot as NamedMaterialType, name }],
)

const specials = [
  'Annual Disclosures',
  'Investment Policy Review',
  'Report on the Audit',
  'Operating Plan',
]

export function paperFile(of: Quarter, name: PaperName): PlannedFile {
  const title = name === 'Special Report' ? specials[of.quarter - 1]! : name
  return {
    folder: `Board meetings/${of.year} Q${of.quarter}`,
    name: `${title} ${quarterName(of)}.pdf`,
    title,
  }
}

const governance = (name: string): PlannedFile => ({
  folder: 'Governance',
  name: `${name}.pdf`,
  title: name,
})
const communications = (name: string): PlannedFile => ({
  folder: 'Communications',
  name: `${name}.pdf`,
  title: name,
})

export const policyFiles: Record<PolicyType, PlannedFile> = {
  'budget-overview': governance('Budget Overview'),
  'articles-of-incorporation': governance('Articles of Incorporation'),
  bylaws: governance('Bylaws'),
  'team-astro-recs': governance('Team Astro Recommendations'),
  'travel-expense-policy': governance('Travel and Expense Policy'),
  'charitable-contributions': governance('Charitable Contributions Policy'),
}

export const communicationsFiles: Partial<Record<CommunicationsType, PlannedFile>> = {
  'mission-vision-values': communications('Mission, Vision, Values'),
  'spenddown-talking-points': communications('Spenddown Talking Points'),
}

export const standingFiles: PlannedFile[] = [
  ...Object.values(policyFiles),
  ...Object.values(communicationsFiles),
]

export const pathOf = ({ folder, name }: PlannedFile): string => `${folder}/${name}`
