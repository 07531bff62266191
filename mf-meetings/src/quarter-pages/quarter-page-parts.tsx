import { type Quarter, quarterName } from '@portal/domain/quarter'
import type { Slot } from '@portal/domain/slot-names'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ArrowLeft, Printer } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { OpenDocument } from '../shared/open-document.tsx'
import { Card } from '@portal/shared-ui/card'
import type { ReactNode } from 'react'
import styles from './composed-card.module.css'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { factsOf, type Material, changedAt } from '../shared/materials-of.ts'
import rowsStyles from './quarter-pages.module.css'
import { dayOf, shortDayText, todayIn } from '@portal/domain/days'
import { usePortal } from '@portal/remote-kit/portal'

type QuarterPageHeaderProps = {
  title: string
  /** Without one the page belongs to the whole foundation. */
  quarter: Quarter | undefined
  about?: string
  slot?: Slot | undefined
}

export function QuarterPageHeader({ title, quarter, about, slot }: QuarterPageHeaderProps) {
  const name = quarter && quarterName(quarter)
  return (
    <PageHeader
      title={title}
      back={
        <Link to={quarter ? meetingsPaths.meeting(quarter) : meetingsPaths.meetings}>
          <ArrowLeft aria-hidden /> Back to Meetings
        </Link>
      }
      subtitle={[about, name].filter(Boolean).join(' · ') || undefined}
      actions={
        <>
          {slot && <OpenDocument slot={slot} />}
          <Button icon={<Printer aria-hidden />} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    />
  )
}

/** A short text next to its subject's icon, across the width of the page. */
export function ComposedCard({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Card flush className={styles.card}>
      <div className={styles.face}>
        <div className={styles.emblem}>
          <span className={styles.disc}>{icon}</span>
        </div>
        <div className={styles.text}>{children}</div>
      </div>
    </Card>
  )
}

/** Each paper in a row that opens it. */
export function PaperRows({ quarter, papers }: { quarter: Quarter; papers: Material[] }) {
  const changedText = useChangedText()
  return (
    <Card flush>
      <ul className={rowsStyles.rows}>
        {papers.map((paper) => {
          const changed = changedText(paper)
          return (
            <li key={paper.type} className={`${rowsStyles.row} ${rowsStyles.opens}`}>
              <div className={rowsStyles.what}>
                <b>{paper.name}</b>
                <span className={rowsStyles.soft}>
                  {factsOf(paper)}
                  {changed && ` · Updated ${changed}`}
                </span>
              </div>
              <Link to={meetingsPaths.material(quarter, paper.type)} className={rowsStyles.view}>
                View<VisuallyHidden> {paper.name}</VisuallyHidden>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** The day of a paper's last change, "3 October"; undefined if it isn't known. */
export function useChangedText() {
  const dateText = useDateText()
  return (paper: Material) => dateText(changedAt(paper))
}

export function useDateText() {
  const { timeZone } = usePortal().config.foundation
  return (moment: string | undefined) =>
    moment === undefined
      ? undefined
      : shortDayText(dayOf(new Date(moment), timeZone), todayIn(timeZone))
}
