import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Card } from '@portal/shared-ui/card'
import { PageHeader } from '@portal/shared-ui/page-header'
import { LockKeyhole } from 'lucide-react'
import { CalendarProblemsNotice } from '../calendar/calendar-problems-notice.tsx'
import { QuarterSelect } from '../quarters/quarter-select.tsx'
import { ReleaseNotices } from '../releases/release-notices.tsx'
import { AdminGuard } from '../shared/rights/admin-guard.tsx'
import { PublicationBar } from '../quarters/publication-bar.tsx'
import { adminCards } from './admin-cards.ts'
import styles from './admin-dashboard-screen.module.css'
import { MissingPapersNotice } from './missing-papers-notice.tsx'
import { PrepareQuarter } from './prepare-quarter.tsx'
import { QuarterReadiness } from './quarter-readiness.tsx'
import { useDashboardQuarter } from './use-dashboard-quarter.ts'

/** The admin's start page: how ready a quarter is, the next quarter, and a card for each part of the admin area. */
export function Component() {
  const { config } = usePortal()
  const { quarter, now, setQuarter } = useDashboardQuarter()
  return (
    <>
      <PageHeader
        title="Admin"
        subtitle={`What you prepare here is what the members of ${isolated(config.foundation.name)} see.`}
      />
      <AdminGuard queries={[]}>
        <MissingPapersNotice />
        <CalendarProblemsNotice />
        <ReleaseNotices linked />
        <div className={styles.quarter}>
          <QuarterSelect shown={quarter} now={now} onChange={setQuarter} />
        </div>
        <PublicationBar quarter={quarter} />
        <QuarterReadiness quarter={quarter} />
        <PrepareQuarter now={now} onPrepared={setQuarter} />
        <h2 className={styles.heading}>Everything you manage</h2>
        <ul className={styles.cards}>
          {adminCards.map((card) => (
            <AdminCard key={card.to} {...card} />
          ))}
        </ul>
      </AdminGuard>
    </>
  )
}

type AdminCardProps = Omit<(typeof adminCards)[number], 'badge'> & { badge?: string }

function AdminCard({ to, Icon, title, badge, text }: AdminCardProps) {
  return (
    <Card as="li" flush>
      <Link to={to} className={styles.link}>
        <span className={styles.icon}>
          <Icon />
        </span>
        <h3 className={styles.title}>{title}</h3>
        {badge && (
          <span>
            <Badge kind="accent" icon={<LockKeyhole />}>
              {badge}
            </Badge>
          </span>
        )}
        <p className={styles.text}>{text}</p>
      </Link>
    </Card>
  )
}
