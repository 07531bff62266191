import type { Quarter } from '@portal/domain/quarter'
import { budgetTypes } from '@portal/domain/slot-names'
import { Link } from '@portal/remote-kit/router'
import { BookOpen } from 'lucide-react'
import { factsOf, type Material } from '../shared/materials-of.ts'
import { meetingsPaths } from '../meetings-paths.ts'
import { metricsOf } from './budget-papers.ts'
import { ComposedCard } from './composed-card.tsx'
import { PaperRows } from './paper-rows.tsx'
import styles from './quarter-pages.module.css'
import { useChangedText, useDateText } from './use-changed-text.ts'

type BudgetProps = { quarter: Quarter; papers: Material[] }

/** A summary of the quarter's budget papers. */
export function BudgetSummary({ quarter, papers }: BudgetProps) {
  const changedText = useChangedText()
  return (
    <ComposedCard icon={<BookOpen aria-hidden />}>
      <p>
        {papers.length === 1 ? 'One paper covers' : `${papers.length} papers cover`} the budget in Q
        {quarter.quarter} {quarter.year}. The figures are in the papers themselves.
      </p>
      <ul className={styles.papers}>
        {papers.map((paper) => {
          const changed = changedText(paper)
          return (
            <li key={paper.type}>
              <Link to={meetingsPaths.material(quarter, paper.type)}>{paper.name}</Link>:{' '}
              {factsOf(paper)}
              {changed && `, updated ${changed}`}
            </li>
          )
        })}
      </ul>
    </ComposedCard>
  )
}

/** The metrics of the budget papers, and the papers counted. */
export function BudgetMetricsList({ quarter, papers }: BudgetProps) {
  const dateText = useDateText()
  const { pages, changed } = metricsOf(papers)
  const metrics = [
    ['Papers', `${papers.length} of ${budgetTypes.length}`],
    ['Pages', pages > 0 ? String(pages) : 'Not known'],
    ['Last updated', dateText(changed) ?? 'Not known'],
  ] as const
  return (
    <>
      <dl className={styles.metrics}>
        {metrics.map(([label, value]) => (
          <div key={label} className={styles.metric}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className={styles.heading}>The papers</h2>
      <PaperRows quarter={quarter} papers={papers} />
    </>
  )
}
