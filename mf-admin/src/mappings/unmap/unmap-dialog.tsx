import type { ResourceMapping } from '@portal/contract/mappings'
import { type Slot, slotName } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { useState } from 'react'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { useKeepMappings } from '../../shared/mapping-queries.ts'
import { useUndoableToast } from '../../shared/undo/use-undo.ts'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
import { mappingSaveFailure } from '../mapping-queries.ts'
import { badToast, goodToast, mappingSentences } from '../mappings-sentences.ts'
import { isOptional } from '../optional-slot.ts'
import { contentName } from '../readiness/readiness.ts'
import { useUnmap } from './use-unmap.ts'

type UnmapDialogProps = {
  slot: Slot
  mapping: ResourceMapping
  onClose: () => void
}

/** Asks before a slot's document or embed is taken out of it; names both. */
export function UnmapDialog({ slot, mapping, onClose }: UnmapDialogProps) {
  const { toast } = usePortal()
  const undoableToast = useUndoableToast()
  const unmap = useUnmap()
  const keep = useKeepMappings()
  const endRights = useEndRights()
  const [refused, setRefused] = useState<string>()
  const name = slotName(slot)

  const confirm = async () => {
    if (unmap.isPending) return
    setRefused(undefined)
    try {
      const { id, revision } = await unmap.mutateAsync(mapping)
      const change = { subject: id, what: 'slot unmapped', revision }
      undoableToast(mappingSentences.unmapped(name), [change], goodToast)
      onClose()
    } catch (error) {
      if (endRights(error)) return
      toast(mappingSentences.unmapFailed, badToast)
      const failure = mappingSaveFailure(error, mappingSentences.documentFailed)
      if (failure.kind === 'refused') return setRefused(failure.sentence)
      if (failure.theirs) keep(failure.theirs)
      setRefused(
        `Someone else changed ${name} meanwhile, so it was not unmapped. Below is what it shows now.`,
      )
    }
  }

  const shown = contentName(mapping)
  return (
    <ConfirmDialog
      open
      title={`Unmap ${name}?`}
      verb={`Unmap ${name}`}
      danger
      busy={unmap.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <RefusalBanner sentence={refused} />
      {shown === undefined ? (
        <p>No document is mapped to {name} any more.</p>
      ) : (
        <p>
          {name} shows <strong>{shown}</strong>. Without it, members don’t see {name}.
          {mapping.documentId !== undefined && ' The document itself stays in the portal.'}
          {isOptional(slot)
            ? ' The slot’s display name and card image go with it.'
            : ' The slot keeps its display name and card image.'}
        </p>
      )}
    </ConfirmDialog>
  )
}
