import { mappingId } from '@portal/domain/ids'
import type { Slot } from '@portal/domain/slot-names'
import { type Sort, Table } from '@portal/shared-ui/table'
import type { Selection } from './bulk/use-selection.ts'
import type { Mappings } from '../shared/mapping-queries.ts'
import type { SlotOrder } from './listed-slots.ts'
import { MappingRow } from './mapping-row.tsx'
import type { NameDrafts } from './name-drafts.ts'

type MappingsTableProps = {
  /** In their order. */
  slots: Slot[]
  mappings: Mappings
  drafts: NameDrafts
  selection: Selection
  sort: Sort<SlotOrder>
  onSort: (sort: Sort<SlotOrder>) => void
  onMap: (slot: Slot) => void
  onView: (slot: Slot) => void
  onUnmap: (slot: Slot) => void
  onReplace: (slot: Slot) => void
  onVersions: (slot: Slot) => void
}

const columns = [
  { title: 'Select', hideTitle: true },
  { title: 'Document Type', by: 'type' as const },
  { title: 'Mapped Document', by: 'shown' as const },
  { title: 'Display Name', by: 'title' as const },
  { title: 'Active', by: 'active' as const },
  { title: 'Actions' },
]

/** One row per slot; in a narrow space the rows become compact blocks. */
export function MappingsTable(props: MappingsTableProps) {
  const { slots, mappings, drafts, selection, sort, onSort } = props
  const { onMap, onView, onUnmap, onReplace, onVersions } = props
  return (
    <Table label="Mappings" columns={columns} sort={sort} onSort={onSort}>
      {slots.map((slot) => {
        const id = mappingId(slot)
        return (
          <MappingRow
            key={id}
            slot={slot}
            mapping={mappings[id]}
            drafts={drafts}
            selection={selection}
            onMap={() => onMap(slot)}
            onView={() => onView(slot)}
            onUnmap={() => onUnmap(slot)}
            onReplace={() => onReplace(slot)}
            onVersions={() => onVersions(slot)}
          />
        )
      })}
    </Table>
  )
}
