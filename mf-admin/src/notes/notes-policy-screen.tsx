import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { HoldsSection } from './holds-section.tsx'
import { editedPolicyQuery } from './notes-policy-queries.ts'
import styles from './notes-policy-screen.module.css'
import { RuleSection } from './rule-section.tsx'

/** How long members' notes on papers are kept. */
export function Component() {
  const { call } = usePortal()
  const policy = useQuery(editedPolicyQuery(call))
  return (
    <AdminScreen
      title="Notes Policy"
      subtitle="How long notes on papers are kept. Only their owners can read them: admins can’t."
      queries={[policy]}
    >
      <QueryPanel
        query={policy}
        failure="Failed to load the policy for notes"
        skeleton={<Skeleton height="24rem" label="Loading the policy for notes" />}
      >
        {(known) => (
          <div className={styles.parts}>
            <RuleSection policy={known} />
            <HoldsSection policy={known} />
          </div>
        )}
      </QueryPanel>
    </AdminScreen>
  )
}
