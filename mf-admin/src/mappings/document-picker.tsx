import type { BoardDocument } from '@portal/contract/documents'
import { isolated } from '@portal/domain/shown-text'
import { dateText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Combobox } from '@portal/shared-ui/combobox'

type DocumentPickerProps = {
  documents: UseQueryResult<BoardDocument[]>
  chosen: string | undefined
  onChoose: (document: BoardDocument | null) => void
  error?: string | undefined
}

/** Finds one of the portal's documents by its name, folder or date. */
export function DocumentPicker({ documents, chosen, onChoose, error }: DocumentPickerProps) {
  const { timeZone } = usePortal().config.foundation
  return (
    <QueryPanel query={documents} failure="Failed to fetch documents">
      {(all) => (
        <Combobox
          label="Document"
          options={newestFirst(all)}
          value={all.find(({ id }) => id === chosen) ?? null}
          onChange={onChoose}
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
          error={error}
        />
      )}
    </QueryPanel>
  )
}

/** Most recently changed first, because these are needed most. */
function newestFirst(documents: BoardDocument[]): BoardDocument[] {
  return documents.toSorted((a, b) => (a.modified_time < b.modified_time ? 1 : -1))
}
