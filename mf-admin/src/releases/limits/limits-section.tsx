import type { ReleasePolicy } from '@portal/contract/pointers'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { Pencil } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import facts from '../approve-dialog.module.css'
import { LimitsDialog } from './limits-dialog.tsx'
import { type Claims, limitsInWords } from './limits-form.ts'
import { releaseSentences } from '../releases-sentences.ts'
import screen from '../releases-screen.module.css'

type LimitsSectionProps = {
  remote: string
  query: UseQueryResult<ReleasePolicy>
  /** Of the release that runs. */
  claims: Claims | undefined
}

/** What a remote may use of the portal: the same policy as that of its releases. */
export function LimitsSection({ remote, query, claims }: LimitsSectionProps) {
  const titleId = useId()
  const [editing, setEditing] = useState<ReleasePolicy>()
  return (
    <section className={screen.section} aria-labelledby={titleId}>
      <div className={screen.head}>
        <h2 id={titleId}>What {remote} may use</h2>
        {query.data && (
          <Button icon={<Pencil />} onClick={() => setEditing(query.data)}>
            Edit the limits
          </Button>
        )}
      </div>
      <QueryPanel query={query} failure={releaseSentences.policyFailed}>
        {(policy) => (
          <dl className={facts.facts}>
            {Object.entries(limitsInWords(policy)).map(([name, words]) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </Fragment>
            ))}
          </dl>
        )}
      </QueryPanel>
      {editing && (
        <LimitsDialog
          remote={remote}
          seen={editing}
          claims={claims ?? { navigation: [], slots: [] }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  )
}
