import { getDatabaseDamage } from '@portal/contract/database'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Banner } from '@portal/shared-ui/banner'
import { TriangleAlert } from 'lucide-react'
import { adminQuery } from '../shared/queries.ts'
import styles from './admin-dashboard-screen.module.css'

/** On the admin's start page while the portal knows that its database is damaged. */
export function DamageNotice() {
  const { call, config } = usePortal()
  const { data } = useQuery(adminQuery(call, getDatabaseDamage, ['admin', 'database-damage']))
  if (data?.since === undefined) return null
  const { since, missing } = data
  return (
    <div className={styles.notice}>
      <Banner kind="bad" icon={<TriangleAlert />}>
        <p>
          <strong>The portal’s database is damaged.</strong> It was noticed on{' '}
          {dateTimeText(since, config.foundation.timeZone)}. Ask whoever runs the portal to restore
          the newest backup. What is saved until then isn’t in that backup, so change as little as
          possible.
        </p>
        {missing.length > 0 && (
          <p>
            Some of these are left out: {new Intl.ListFormat('en-GB').format(missing)}. Where that
            could open something to members, it stays closed, so they may see less than usual.
            Nothing is erased meanwhile.
          </p>
        )}
      </Banner>
    </div>
  )
}
