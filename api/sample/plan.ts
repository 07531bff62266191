import type { CommunicationsType, MaterialType, PolicyType } from '@portal/domain/slot-names'
import { type Quarter, quarterName } from '@portal/domain/quarter'

/** A file of the sample's drive and its content. Folder names are joined by `/`. */
export type PlannedFile = { folder: string; name: string; title: string }

/** The papers of every quarter by slot. The last of the additional slots stays free. */
export const papers = [
  { slot: 'agenda', name: 'Agenda' },
  { slot: 'consent-agenda', name: 'Consent Agenda' },
  { slot: 'budget-vs-actual', name: 'Budget vs Actual' },
  { slot: 'spend-down-model', name: 'Spend-Down Model' },
  { slot: 'spenddown-overview', name: 'Spenddown Overview' },
  { slot: 'cash-flow-summary', name: 'Cash Flow Summary' },
  { slot: 'asset-summary', name: 'Asset Summary' },
  { slot: 'budget-update', name: 'Budget Update' },
  { slot: 'additional-material-1', name: 'Grants Docket' },
  { slot: 'additional-material-2', name: 'Finance Committee Report' },
  { slot: 'additional-material-3', name: 'Program Review' },
  { slot: 'additional-material-4', name: 'Special Report' },
] as const satisfies { slot: MaterialType; name: string }[]
export type PaperName = (typeof papers)[number]['name']

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
