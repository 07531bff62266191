import type { ReleaseCohorts } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import { CohortsDialog } from './cohorts-dialog.tsx'
import styles from './cohorts.module.css'
import { cohortsQuery } from './release-queries.ts'
import screen from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'

/** Who runs a remote's candidates before everyone else. */
export function CohortsSection({ remote }: { remote: string }) {
  const { call } = usePortal()
  const titleId = useId()
  const cohorts = useQuery(cohortsQuery(call, remote))
  const [editing, setEditing] = useState<ReleaseCohorts>()
  return (
    <section className={screen.section} aria-labelledby={titleId}>
      <div className={screen.head}>
        <h2 id={titleId}>Who tries candidates first</h2>
        {cohorts.data && (
          <Button icon={<Pencil />} onClick={() => setEditing(cohorts.data)}>
            Edit cohorts
          </Button>
        )}
      </div>
      <QueryPanel query={cohorts} failure={releaseSentences.cohortsFailed}>
        {({ qa, team }) => (
          <dl className={styles.cohorts}>
            <Cohort title="QA cohort" emails={qa} />
            <Cohort title="The remote’s own team" emails={team} />
          </dl>
        )}
      </QueryPanel>
      {editing && (
        <CohortsDialog remote={remote} seen={editing} onClose={() => setEditing(undefined)} />
      )}
    </section>
  )
}

function Cohort({ title, emails }: { title: string; emails: string[] }) {
  return (
    <div className={styles.cohort}>
      <dt>{title}</dt>
      {emails.length === 0 ? (
        <dd className={screen.soft}>Nobody yet</dd>
      ) : (
        emails.map((email) => <dd key={email}>{email}</dd>)
      )}
    </div>
  )
}
