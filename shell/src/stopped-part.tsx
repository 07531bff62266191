import type { StoppedRemote } from '@portal/contract/releases'
import { usePortal } from '@portal/remote-kit/portal'
import { Card } from '@portal/shared-ui/card'
import { PageHeader } from '@portal/shared-ui/page-header'
import { CirclePause } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { helpAddress } from '@portal/domain/frame-parts'
import styles from './stopped-part.module.css'

/** A page of a stopped remote, with the title of its menu entry. */
export function StoppedPage({ remote }: { remote: StoppedRemote }) {
  const { pathname } = useLocation()
  const entry = remote.navigation.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return (
    <>
      <PageHeader title={entry?.label ?? 'Not available'} />
      <StoppedPart remote={remote} />
    </>
  )
}

/** Shown instead of a stopped remote's content. */
export function StoppedPart({ remote }: { remote: StoppedRemote }) {
  const { config, person } = usePortal()
  return (
    <Card>
      <div className={styles.stopped}>
        <CirclePause className={styles.icon} />
        <div className={styles.text}>
          <p>
            This part of the portal is switched off for the moment.{' '}
            <a href={helpAddress(config.foundation.liaisonEmail)}>Your Board Liaison</a> can tell
            you more.
          </p>
          {person.isAdmin && (
            <p>
              <Link to={`/admin/releases?remote=${remote.name}`}>
                Start {remote.name} again on Releases
              </Link>
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}
