import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ArrowLeft } from 'lucide-react'
import { adminPaths } from '../admin-paths.ts'
import { AdminGuard } from '../shared/rights/admin-guard.tsx'
import { HoldsSection } from './holds-section.tsx'
import { editedPolicyQuery } from './notes-policy-queries.ts'
import styles from './notes-policy-screen.module.css'
import { RuleSection } from './rule-section.tsx'

/** How long members' notes on papers are kept. */
export function Component() {
  const { call } = usePortal()
  const policy = useQuery(editedPolicyQuery(call))
  return (
    <>
      <PageHeader
        title="Notes Policy"
        back={
          <Link to={adminPaths.dashboard}>
            <ArrowLeft /> Back
          </Link>
        }
        subtitle="How long notes on papers are kept. Only their owners can read them: admins can’t."
      />
      <AdminGuard queries={[policy]}>
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
      </AdminGuard>
    </>
  )
}
