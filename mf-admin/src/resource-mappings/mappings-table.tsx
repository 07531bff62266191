import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId, type Slot } from '@portal/contract/slots'
import type { Mappings } from '../mapping-queries.ts'
import { MappingRow } from './mapping-row.tsx'
import styles from './mappings-table.module.css'
import type { NameDrafts } from './name-drafts.ts'

type MappingsTableProps = {
  slots: Slot[]
  mappings: Mappings
  drafts: NameDrafts
  onMap: (slot: Slot) => void
  onView: (slot: Slot, mapping: ResourceMapping) => void
}

/** One row a slot; on a phone the rows become blocks. */
export function MappingsTable({ slots, mappings, drafts, onMap, onView }: MappingsTableProps) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label="Mappings">
        <thead>
          <tr>
            <th scope="col">Document Type</th>
            <th scope="col">Mapped Document</th>
            <th scope="col">Display Name</th>
            <th scope="col">Active</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => {
            const id = mappingId(slot)
            return (
              <MappingRow
                key={id}
                slot={slot}
                mapping={mappings[id]}
                drafts={drafts}
                onMap={() => onMap(slot)}
                onView={(mapping) => onView(slot, mapping)}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
