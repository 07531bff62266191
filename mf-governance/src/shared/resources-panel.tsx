import type { CardSlot } from '@portal/domain/slot-names'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { Skeleton } from '@portal/shared-ui/skeleton'
import type { ReactNode } from 'react'
import { type Resource, resourcesIn } from './resources.ts'
import styles from './resources-panel.module.css'
import type { FirstPaintMappings } from './use-mappings.ts'

type ResourcesPanelProps = {
  mappings: FirstPaintMappings
  kind: CardSlot['kind']
  failure: string | ((error: Error) => string)
  /** Their name in the singular and in the plural. */
  noun: { one: string; many: string }
  children: (resources: Resource[]) => ReactNode
}

/**
 * The resources of a kind. What this device saw last is shown while they load, and stays below
 * the error message if that fails: an open paper stays open.
 */
export function ResourcesPanel({
  mappings: { query, kept },
  kind,
  failure,
  noun,
  children,
}: ResourcesPanelProps) {
  const loading = `Loading ${noun.many}`
  const known = query.data ?? kept
  const resources = known && resourcesIn(known, kind)
  // Only an answer may say that there are none.
  const shown = query.data || resources?.length ? resources : undefined
  return (
    <>
      <QueryStatus
        query={query}
        loading={loading}
        loaded={(all) => countText(resourcesIn(all, kind).length, noun)}
      />
      {query.data === undefined && (query.error || !shown) ? (
        <div className={styles.failure}>
          <QueryPanel
            query={query}
            failure={failure}
            skeleton={<Skeleton height="20rem" label={loading} />}
          >
            {() => null}
          </QueryPanel>
        </div>
      ) : null}
      {shown && children(shown)}
    </>
  )
}

function countText(count: number, { one, many }: ResourcesPanelProps['noun']): string {
  return count === 1 ? `1 ${one}` : `${count || 'No'} ${many}`
}
