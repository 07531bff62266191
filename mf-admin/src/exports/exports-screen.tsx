import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ArrowLeft } from 'lucide-react'
import { adminPaths } from '../admin-paths.ts'
import { AdminGuard } from '../shared/rights/admin-guard.tsx'
import { exportsQuery, isRunning } from './exports-queries.ts'
import { ExportsList } from './exports-list.tsx'
import styles from './exports-screen.module.css'
import { NewExport } from './new-export.tsx'

/** Exports of the foundation's data, each as one archive. */
export function Component() {
  const { call } = usePortal()
  const exports = useQuery(exportsQuery(call))
  return (
    <>
      <PageHeader
        title="Export"
        back={
          <Link to={adminPaths.dashboard}>
            <ArrowLeft /> Back
          </Link>
        }
        subtitle="Everything that belongs to the foundation, as one archive that any computer opens."
      />
      <AdminGuard queries={[exports]}>
        <QueryPanel
          query={exports}
          failure="Failed to load the exports"
          skeleton={<Skeleton height="24rem" label="Loading the exports" />}
        >
          {(known) => (
            <div className={styles.parts}>
              <NewExport isRunning={known.some(isRunning)} />
              <ExportsList exports={known} />
            </div>
          )}
        </QueryPanel>
      </AdminGuard>
    </>
  )
}
