import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { type Slot, slotName } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { MappingDialog } from '@portal/shared-ui/mapping-content'
import type { Mappings } from '../shared/mapping-queries.ts'
import { MappingFormDialog } from './mapping-form-dialog.tsx'
import type { Sync } from './sync/use-sync.ts'
import { ReplaceDialog } from './versions/replace-dialog.tsx'
import { VersionsDialog } from './versions/versions-dialog.tsx'
import { UnmapDialog } from './unmap/unmap-dialog.tsx'

/** What is open above the page: a slot's mapping form, its content, its paper's versions, the form that replaces its file, or the question whether to unmap it. */
export type SlotDialog = { kind: 'map' | 'view' | 'unmap' | 'versions' | 'replace'; slot: Slot }

type SlotDialogsProps = {
  shown: SlotDialog | undefined
  mappings: Mappings
  sync: Sync
  /** Whether the page behind has unsaved changes too. */
  unsavedBehind?: boolean
  onClose: () => void
  onSaved?: (mapping: ResourceMapping) => void
}

/** The dialogs that a slot's row and the readiness board open. */
export function SlotDialogs(props: SlotDialogsProps) {
  const { shown, mappings, sync, unsavedBehind = false, onClose, onSaved } = props
  const { config } = usePortal()
  if (!shown) return null
  const { kind, slot } = shown
  const id = mappingId(slot)
  const mapping = mappings[id]
  if (kind === 'map') {
    return (
      <MappingFormDialog
        key={id}
        slot={slot}
        mapping={mapping}
        sync={sync}
        unsavedBehind={unsavedBehind}
        onClose={onClose}
        onSaved={(saved) => onSaved?.(saved)}
      />
    )
  }
  if (!mapping) return null
  if (kind === 'unmap') return <UnmapDialog slot={slot} mapping={mapping} onClose={onClose} />
  if (kind === 'versions') {
    const { document } = mapping
    return document ? <VersionsDialog paper={document} onClose={onClose} /> : null
  }
  if (kind === 'replace') {
    const { document } = mapping
    return document ? <ReplaceDialog paper={document} onClose={onClose} /> : null
  }
  // An admin looks at the file itself.
  const { problem: _, ...opened } = mapping
  return (
    <MappingDialog
      open
      onClose={onClose}
      mapping={opened}
      title={mapping.title || slotName(slot)}
      embedHosts={config.embedHosts}
      size="large"
    />
  )
}
