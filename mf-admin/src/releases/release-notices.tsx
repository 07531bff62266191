import { isolated } from '@portal/domain/shown-text'
import { dateTimeText } from '@portal/domain/time-text'
import type {
  CandidateNotice,
  FailedTrialNotice,
  ReleaseNotice,
} from '@portal/contract/release-health'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { FlaskConical, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { errorMessage } from '../shared/api-errors.ts'
import { useAct } from '../shared/use-act.ts'
import { noticesQuery, useDismissNotice } from './release-notice-queries.ts'
import styles from './release-notices.module.css'

/**
 * Candidates that wait for an admin's approval, and automatic actions of the portal, until an admin
 * dismisses them. Renders nothing without notices.
 */
export function ReleaseNotices({ linked = false }: { linked?: boolean }) {
  const { call } = usePortal()
  const all = useQuery(noticesQuery(call))
  return (
    <QueryPanel query={all} failure="Failed to load the notices about releases" skeleton={null}>
      {({ notices, candidates, failedTrials }) =>
        notices.length + candidates.length + failedTrials.length > 0 && (
          <ul className={styles.notices} aria-label="Notices about releases">
            {candidates.map((candidate) => (
              <li key={`${candidate.remote}@${candidate.release}`}>
                <WaitingCandidate candidate={candidate} />
              </li>
            ))}
            {failedTrials.map((failed) => (
              <li key={`trial of ${failed.remote}@${failed.release}`}>
                <FailedTrial failed={failed} linked={linked} />
              </li>
            ))}
            {notices.map((notice) => (
              <li key={`${notice.remote}@${notice.release}`}>
                <Denial notice={notice} linked={linked} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryPanel>
  )
}

function WaitingCandidate({ candidate }: { candidate: CandidateNotice }) {
  const { remote, release, by, at } = candidate
  const when = useMoment(at)
  return (
    <Banner kind="warn" icon={<FlaskConical />}>
      <Dismissable remote={remote} release={release}>
        <strong>
          {release} of {remote} waits for an admin’s approval.
        </strong>{' '}
        It came to the QA cohort on {when}, by {isolated(by)}. It goes no further, and nobody with
        admin rights runs it, until an admin approves it.{' '}
        <Link to={adminPaths.releases(remote)}>
          Review {release} of {remote}
        </Link>
      </Dismissable>
    </Banner>
  )
}

type FailedTrialProps = { failed: FailedTrialNotice; linked: boolean }

function FailedTrial({ failed: { remote, release, fault, at }, linked }: FailedTrialProps) {
  const when = useMoment(at)
  return (
    <Banner kind="warn" icon={<TriangleAlert />}>
      <Dismissable remote={remote} release={release}>
        <strong>
          {release} of {remote} fails under this portal’s shell.
        </strong>{' '}
        The portal’s gate runner tried it on {when}, and people run it as before. The first fault:{' '}
        {fault.replace(/\.$/, '')}.{' '}
        {linked && <Link to={adminPaths.releases(remote)}>See the releases of {remote}</Link>}
      </Dismissable>
    </Banner>
  )
}

function Denial({ notice, linked }: { notice: ReleaseNotice; linked: boolean }) {
  const { remote, release, reason, at } = notice
  const when = useMoment(at)
  return (
    <Banner kind="warn" icon={<TriangleAlert />}>
      <Dismissable remote={remote} release={release}>
        <strong>
          The portal has denied {release} of {remote}
        </strong>{' '}
        on {when}, and nobody runs it any more. {isolated(reason)}{' '}
        {linked && <Link to={adminPaths.releases(remote)}>See the releases of {remote}</Link>}
      </Dismissable>
    </Banner>
  )
}

type DismissableProps = { remote: string; release: string; children: ReactNode }

function Dismissable({ remote, release, children }: DismissableProps) {
  const { toast } = usePortal()
  const dismissal = useAct(useDismissNotice(), {
    failure: (error) => {
      toast(errorMessage(error) ?? 'The notice could not be dismissed.', { kind: 'bad' })
      return undefined
    },
  })
  return (
    <div className={styles.notice}>
      <p>{children}</p>
      <Button
        busy={dismissal.busy}
        aria-label={`Dismiss ${remote} ${release}`}
        onClick={() => void dismissal.act({ remote, release })}
      >
        Dismiss
      </Button>
    </div>
  )
}

/** On the foundation's clocks. */
function useMoment(at: string): string {
  const { timeZone } = usePortal().config.foundation
  return dateTimeText(at, timeZone)
}
