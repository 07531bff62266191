import { quarterAfter, quarterOf } from '@portal/contract/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Card } from '@portal/shared-ui/card'
import { PageHeader } from '@portal/shared-ui/page-header'
import { CalendarPlus, FileStack } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './admin-dashboard-screen.module.css'

/** Where an admin starts: a card to each part of the admin area. */
export function Component() {
  const { config } = usePortal()
  const [now] = useState(() => quarterOf(new Date(), config.foundation.timeZone))
  const next = quarterAfter(now)
  const mappings = '/admin/meetings/resource-mappings'
  return (
    <>
      <PageHeader
        title="Admin"
        subtitle={`What you prepare here is what the members of ${config.foundation.name} see.`}
      />
      <ul className={styles.cards}>
        <AdminCard to={mappings} icon={<FileStack />} title="Resource Mappings">
          Sync the drive and choose which document or embed stands in each slot of Q{now.quarter}{' '}
          {now.year}, of the policies and of the communications resources
        </AdminCard>
        <AdminCard
          to={`${mappings}?year=${next.year}&quarter=${next.quarter}`}
          icon={<CalendarPlus />}
          title="Prepare next quarter"
        >
          Fill the slots of Q{next.quarter} {next.year} ahead of time
        </AdminCard>
      </ul>
    </>
  )
}

type AdminCardProps = { to: string; icon: ReactNode; title: string; children: ReactNode }

function AdminCard({ to, icon, title, children }: AdminCardProps) {
  return (
    <Card as="li" flush>
      <Link to={to} className={styles.link}>
        <span className={styles.icon}>{icon}</span>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{children}</p>
      </Link>
    </Card>
  )
}
