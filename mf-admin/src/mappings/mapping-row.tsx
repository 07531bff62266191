import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { type Slot, slotName } from '@portal/domain/slot-names'
import { useLocation } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { useEffect, useRef, useState } from 'react'
import { mappingRowId } from '../admin-paths.ts'
import { ActiveSwitch } from './active-switch.tsx'
import { DisplayNameForm } from './display-name-form.tsx'
import { MappedDocument } from './mapped-document.tsx'
import styles from './mappings-table.module.css'
import { isOptional } from './optional-slot.ts'
import type { NameDrafts } from './name-drafts.ts'
import { isMapped } from './readiness/readiness.ts'
import { type StaleSave, StaleNotice } from './stale-notice.tsx'

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
  const [stale, setStale] = useState<StaleSave>()
  const filled = mapping !== undefined && isMapped(mapping)
  const native = mapping?.mode === 'native'
  // The portal's links change the address without scrolling to the target as the browser would.
  const aimed = useLocation().hash === `#${mappingRowId(id)}`
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (aimed) row.current?.scrollIntoView({ block: 'center' })
  }, [aimed])
  return (
    <>
      <tr ref={row} id={mappingRowId(id)} className={`${styles.row} ${aimed ? styles.aimed : ''}`}>
        <th scope="row" className={styles.type}>
          {name}
        </th>
        <td data-label="Mapped Document" className={styles.document}>
          <MappedDocument mapping={mapping} onView={onView} />
        </td>
        <td data-label="Display Name" className={styles.named}>
          <DisplayNameForm id={id} {...{ name, mapping, drafts }} onStale={setStale} />
        </td>
        <td className={styles.half}>
          <ActiveSwitch id={id} {...{ name, mapping }} onStale={setStale} />
        </td>
        <td className={styles.half}>
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
          <td colSpan={5} className={styles.whole}>
            <StaleNotice name={name} stale={stale} onSettled={() => setStale(undefined)} />
          </td>
        </tr>
      )}
    </>
  )
}
