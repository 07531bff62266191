import type { Slot } from '@portal/domain/slot-names'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import type { ReactNode } from 'react'
import { type Resource, resourcesIn } from './resources.ts'
import styles from './resources-panel.module.css'
import type { FirstPaintMappings } from './use-mappings.ts'

type ResourcesPanelProps = {
  mappings: FirstPaintMappings
  slots: Slot[]
  failure: string | ((error: Error) => string)
  skeleton: ReactNode
  children: (resources: Resource[]) => ReactNode
}

/**
 * The resources of some slots. What this device saw last is shown while they load, and stays below
 * the error message if that fails: an open paper stays open.
 */
export function ResourcesPanel({
  mappings: { query, kept },
  slots,
  failure,
  skeleton,
  children,
}: ResourcesPanelProps) {
  const known = query.data ?? kept
  const resources = known && resourcesIn(known, slots)
  // Only an answer may say that there are none.
  const shown = query.data || resources?.length ? resources : undefined
  return (
    <>
      {query.data === undefined && (query.error || !shown) ? (
        <div className={styles.failure}>
          <QueryPanel query={query} failure={failure} skeleton={skeleton}>
            {() => null}
          </QueryPanel>
        </div>
      ) : null}
      {shown && children(shown)}
    </>
  )
}
