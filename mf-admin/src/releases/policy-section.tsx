import type { ReleasePolicy } from '@portal/contract/pointers'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import { PolicyDialog } from './policy-dialog.tsx'
import { policyInWords } from './release-words.ts'
import screen from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'

type PolicySectionProps = { remote: string; query: UseQueryResult<ReleasePolicy> }

/** What a remote's releases need before they go beyond the QA cohort. */
export function PolicySection({ remote, query }: PolicySectionProps) {
  const titleId = useId()
  const [editing, setEditing] = useState<ReleasePolicy>()
  return (
    <section className={screen.section} aria-labelledby={titleId}>
      <div className={screen.head}>
        <h2 id={titleId}>Beyond the QA cohort</h2>
        {query.data && (
          <Button icon={<Pencil />} onClick={() => setEditing(query.data)}>
            Edit the rules
          </Button>
        )}
      </div>
      <QueryPanel query={query} failure={releaseSentences.policyFailed}>
        {(policy) => <p className={screen.note}>{policyInWords(policy)}</p>}
      </QueryPanel>
      {editing && (
        <PolicyDialog remote={remote} seen={editing} onClose={() => setEditing(undefined)} />
      )}
    </section>
  )
}
