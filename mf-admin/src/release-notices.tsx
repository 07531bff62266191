import { dateFormat } from '@portal/contract/date-format'
import type { ReleaseNotice } from '@portal/contract/release-health'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { TriangleAlert } from 'lucide-react'
import { useRightsEnd } from './admin-queries.ts'
import { noticesQuery, useDismissNotice } from './release-notice-queries.ts'
import styles from './release-notices.module.css'
import { toldSentence } from './told-sentence.ts'

/** What the portal did by itself with releases, until an admin dismisses it. Nothing stands here while there is nothing. */
export function ReleaseNotices({ linked = false }: { linked?: boolean }) {
  const { call } = usePortal()
  const notices = useQuery(noticesQuery(call))
  return (
    <QueryPanel query={notices} failure="Failed to load the notices about releases" skeleton={null}>
      {(all) =>
        all.length > 0 && (
          <ul className={styles.notices} aria-label="Notices about releases">
            {all.map((notice) => (
              <li key={`${notice.remote}@${notice.release}`}>
                <Notice notice={notice} linked={linked} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryPanel>
  )
}

function Notice({ notice, linked }: { notice: ReleaseNotice; linked: boolean }) {
  const { config, toast } = usePortal()
  const dismiss = useDismissNotice()
  const endRights = useRightsEnd()
  const { remote, release, reason, at } = notice
  const when = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: config.foundation.timeZone,
  }).format(new Date(at))
  const go = () => {
    if (dismiss.isPending) return
    dismiss.mutate(notice, {
      onError: (error) => {
        if (endRights(error)) return
        toast(toldSentence(error) ?? 'The notice could not be dismissed.', { kind: 'bad' })
      },
    })
  }
  return (
    <Banner kind="warn" icon={<TriangleAlert />}>
      <div className={styles.notice}>
        <p>
          <strong>
            The portal has denied {release} of {remote}
          </strong>{' '}
          on {when}, and nobody runs it any more. {reason}{' '}
          {linked && (
            <Link to={`/admin/releases?remote=${remote}`}>See the releases of {remote}</Link>
          )}
        </p>
        <Button busy={dismiss.isPending} aria-label={`Dismiss ${remote} ${release}`} onClick={go}>
          Dismiss
        </Button>
      </div>
    </Banner>
  )
}
