import { longDay } from '../figures/words.ts'
import { startPaper } from '../paper/paper.ts'
import type { Briefing } from './briefing.ts'
import { specialReports } from './special-texts.ts'

/** Each quarter has its own subject: disclosures, investment policy, audit, the year's plan. */
export async function specialReport(briefing: Briefing): Promise<Uint8Array> {
  const report = specialReports[briefing.quarter.quarter - 1]!
  const paper = startPaper(briefing.head(report.title, report))
  paper.section('Purpose')
  paper.text(...report.opening)
  for (const { title, texts, list, table } of report.parts) {
    paper.section(title)
    paper.text(...texts)
    if (list) paper.list(list)
    if (table) paper.table(table)
  }
  paper.section('Next steps')
  paper.list(
    [...report.steps, `The board discusses this paper on ${longDay(briefing.meetingOn)}.`],
    true,
  )
  return paper.finish()
}
