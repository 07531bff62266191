import type { PaperName } from '../plan.ts'
import { agendaPaper } from './agenda-paper.ts'
import { assetSummary } from './asset-summary.ts'
import type { Briefing } from './briefing.ts'
import { budgetUpdate } from './budget-update.ts'
import { budgetVsActual } from './budget-vs-actual.ts'
import { cashFlowSummary } from './cash-flow-summary.ts'
import { committeeReport } from './committee-report.ts'
import { consentAgenda } from './consent-agenda.ts'
import { grantsDocket } from './grants-docket.ts'
import { programReview } from './program-review.ts'
import { specialReport } from './special-report.ts'
import { spendDownModel } from './spend-down-model.ts'
import { spenddownOverview } from './spenddown-overview.ts'

const writers: Record<PaperName, (briefing: Briefing) => Promise<Uint8Array>> = {
  Agenda: agendaPaper,
  'Consent Agenda': consentAgenda,
  'Budget vs Actual': budgetVsActual,
  'Spend-Down Model': spendDownModel,
  'Spenddown Overview': spenddownOverview,
  'Cash Flow Summary': cashFlowSummary,
  'Asset Summary': assetSummary,
  'Budget Update': budgetUpdate,
  'Grants Docket': grantsDocket,
  'Finance Committee Report': committeeReport,
  'Program Review': programReview,
  'Special Report': specialReport,
}

export const writePaper = (name: PaperName, briefing: Briefing): Promise<Uint8Array> =>
  writers[name](briefing)
