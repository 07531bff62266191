import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId, type Slot, slotName } from '@portal/contract/slots'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { useState } from 'react'
import { ActiveSwitch } from './active-switch.tsx'
import { DisplayNameForm } from './display-name-form.tsx'
import { MappedDocument } from './mapped-document.tsx'
import styles from './mappings-table.module.css'
import type { NameDrafts } from './name-drafts.ts'
import { isMapped } from './readiness.ts'
import { rowId } from './readiness-board.tsx'
import { isOptional } from './slots-of-tab.ts'
import { type Stale, StaleNotice } from './stale-notice.tsx'

type MappingRowProps = {
  slot: Slot
  mapping: ResourceMapping | undefined
  drafts: NameDrafts
  onMap: () => void
  onView: (mapping: ResourceMapping) => void
}

export function MappingRow({ slot, mapping, drafts, onMap, onView }: MappingRowProps) {
  const id = mappingId(slot)
  const name = slotName(slot)
  const [stale, setStale] = useState<Stale>()
  const filled = mapping !== undefined && isMapped(mapping)
  const native = mapping?.mode === 'native'
  return (
    <>
      <tr id={rowId(id)} className={styles.row}>
        <th scope="row" className={styles.type}>
          {name}
        </th>
        <td data-label="Mapped Document" className={styles.document}>
          <MappedDocument mapping={mapping} onView={onView} />
        </td>
        <td data-label="Display Name" className={styles.named}>
          <DisplayNameForm id={id} {...{ name, mapping, drafts }} onStale={setStale} />
        </td>
        <td data-label="Active">
          <ActiveSwitch id={id} {...{ name, mapping }} onStale={setStale} />
        </td>
        <td data-label="Actions">
          <Button
            className={styles.map}
            variant={filled || isOptional(slot) ? 'secondary' : 'primary'}
            disabled={native}
            onClick={onMap}
          >
            {filled ? 'Update' : 'Map Document'}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </td>
      </tr>
      {stale && (
        <tr className={styles.row}>
          <td colSpan={5}>
            <StaleNotice name={name} stale={stale} onSettled={() => setStale(undefined)} />
          </td>
        </tr>
      )}
    </>
  )
}
