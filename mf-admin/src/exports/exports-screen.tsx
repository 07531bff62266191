import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { exportsQuery, isRunning } from './exports-queries.ts'
import { ExportsList } from './exports-list.tsx'
import styles from './exports-screen.module.css'
import { NewExport } from './new-export.tsx'

/** Exports of the foundation's data, each as one archive. */
export function Component() {
  const { call } = usePortal()
  const exports = useQuery(exportsQuery(call))
  return (
    <AdminScreen
      title="Export"
      subtitle="Everything that belongs to the foundation, as one archive that any computer opens."
      queries={[exports]}
    >
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
    </AdminScreen>
  )
}
