import { isolated } from '@portal/domain/shown-text'
import { dateText } from '@portal/domain/time-text'
import type { BoardDocument } from '@portal/contract/documents'
import { usePortal } from '@portal/remote-kit/portal'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Combobox } from '@portal/shared-ui/combobox'
import { SyncControl } from './sync/sync-control.tsx'
import type { MappingForm } from './use-mapping-form.ts'
import type { Sync } from './sync/use-sync.ts'

type DocumentChoiceProps = {
  form: MappingForm
  documents: UseQueryResult<BoardDocument[]>
  sync: Sync
}

/** Most recently changed first, because these are needed most. */
function newestFirst(documents: BoardDocument[]): BoardDocument[] {
  return documents.toSorted((a, b) => (a.modified_time < b.modified_time ? 1 : -1))
}

/** The picker for synced documents, with a sync for files that aren't among them yet. */
export function DocumentChoice({ form, documents, sync }: DocumentChoiceProps) {
  const { timeZone } = usePortal().config.foundation
  return (
    <>
      <QueryPanel query={documents} failure="Failed to fetch documents">
        {(all) => (
          <Combobox
            label="Document"
            options={newestFirst(all)}
            value={all.find(({ id }) => id === form.documentId) ?? null}
            onChange={form.setDocument}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            detailOf={({ path, modified_time: changed }) =>
              `${isolated(path || 'Top folder')} · ${dateText(changed, timeZone)}`
            }
            hint={
              all.length === 0
                ? 'There are no documents yet. A sync takes them from the drive.'
                : undefined
            }
            placeholder="Search by name, folder or date"
            error={form.missing}
          />
        )}
      </QueryPanel>
      <SyncControl sync={sync} />
    </>
  )
}
