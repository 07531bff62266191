import { parseQuarter, quarterAfter, type Quarter, quarterName } from '@portal/domain/quarter'
import { Button } from '@portal/shared-ui/button'
import styles from './bulk-bar.module.css'
import type { BulkAct } from './bulk-preview.ts'
import { SelectBox } from './select-box.tsx'
import type { Selection } from './use-selection.ts'

type BulkBarProps = {
  selection: Selection
  /** Of the meetings' slots; the others have no next quarter. */
  quarter: Quarter | undefined
  onAct: (act: BulkAct) => void
}

/** Selects all listed slots, and acts on the selected ones after a preview. */
export function BulkBar({ selection, quarter, onAct }: BulkBarProps) {
  const { ids, all, selectAll } = selection
  const none = ids.length === 0
  const after = quarter && quarterAfter(quarter)
  // Undefined after the last year of the portal.
  const next = after && parseQuarter(String(after.year), String(after.quarter))
  return (
    <div className={styles.bar} role="group" aria-label="Selected slots">
      <SelectBox
        label={none ? 'Select all' : `${ids.length} selected`}
        showLabel
        checked={all}
        mixed={!none && !all}
        onChange={selectAll}
      />
      <Button disabled={none} onClick={() => onAct({ kind: 'activate' })}>
        Activate
      </Button>
      <Button disabled={none} onClick={() => onAct({ kind: 'deactivate' })}>
        Deactivate
      </Button>
      {next && (
        <Button disabled={none} onClick={() => onAct({ kind: 'copy', from: quarter, to: next })}>
          Copy to {quarterName(next)}
        </Button>
      )}
    </div>
  )
}
