import { dayOf, shortDayText, todayIn } from '@portal/domain/days'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Card } from '@portal/shared-ui/card'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { changedAt, factsOf, type Material } from '../shared/materials-of.ts'
import { meetingsPaths } from '../meetings-paths.ts'
import { budgetTypes, metricsOf } from './budget-papers.ts'
import styles from './quarter-pages.module.css'

type BudgetProps = { quarter: Quarter; papers: Material[] }

/** A summary of the quarter's budget papers. */
export function BudgetSummary({ quarter, papers }: BudgetProps) {
  const dateText = useDateText()
  return (
    <Card className={styles.text}>
      <p>
        {papers.length === 1 ? 'One paper covers' : `${papers.length} papers cover`} the budget in Q
        {quarter.quarter} {quarter.year}. The figures are in the papers themselves.
      </p>
      <ul>
        {papers.map((paper) => {
          const changed = dateText(changedAt(paper))
          return (
            <li key={paper.type}>
              <b>{paper.name}</b>: {factsOf(paper)}
              {changed && `, updated ${changed}`}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Their metrics. */
export function BudgetMetricsList({ papers }: { papers: Material[] }) {
  const dateText = useDateText()
  const { pages, changed } = metricsOf(papers)
  const metrics = [
    ['Papers', `${papers.length} of ${budgetTypes.length}`],
    ['Pages', pages > 0 ? String(pages) : 'Not known'],
    ['Last updated', dateText(changed) ?? 'Not known'],
  ] as const
  return (
    <dl className={styles.metrics}>
      {metrics.map(([label, value]) => (
        <div key={label} className={styles.metric}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Each paper with its link. */
export function BudgetDetails({ quarter, papers }: BudgetProps) {
  const dateText = useDateText()
  return (
    <Card flush>
      <ul className={styles.rows}>
        {papers.map((paper) => {
          const changed = dateText(changedAt(paper))
          return (
            <li key={paper.type} className={styles.row}>
              <div className={styles.what}>
                <b>{paper.name}</b>
                <span className={styles.soft}>
                  {factsOf(paper)}
                  {changed && ` · Updated ${changed}`}
                </span>
              </div>
              <Link to={meetingsPaths.material(quarter, paper.type)} className={styles.view}>
                View<VisuallyHidden> {paper.name}</VisuallyHidden>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function useDateText() {
  const { timeZone } = usePortal().config.foundation
  return (moment: string | undefined) =>
    moment === undefined
      ? undefined
      : shortDayText(dayOf(new Date(moment), timeZone), todayIn(timeZone))
}
