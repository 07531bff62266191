import { isolated } from '@portal/domain/shown-text'
import type { ResourceMapping } from '@portal/contract/mappings'
import { holdsAnyPaper, type Slot, slotName } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { ActDialog } from '../../shared/dialogs/act-dialog.tsx'
import { useKeepMappings } from '../../shared/mapping-queries.ts'
import { useUndoableToast } from '../../shared/undo/use-undo.ts'
import { useAct } from '../../shared/use-act.ts'
import { mappingSaveFailure } from '../mapping-queries.ts'
import { badToast, goodToast, mappingSentences } from '../mappings-sentences.ts'
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
  const keep = useKeepMappings()
  const name = slotName(slot)
  const unmap = useAct(useUnmap(), {
    done: ({ id, revision }) => {
      const change = { subject: id, what: 'slot unmapped', revision }
      undoableToast(mappingSentences.unmapped(name), [change], goodToast)
      onClose()
    },
    failure: (error) => {
      toast(mappingSentences.unmapFailed, badToast)
      const failure = mappingSaveFailure(error, mappingSentences.documentFailed)
      if (failure.kind === 'refused') return failure.sentence
      if (failure.theirs) keep(failure.theirs)
      return `Someone else changed ${isolated(name)} meanwhile, so it was not unmapped. Below is what it shows now.`
    },
  })

  const shown = contentName(mapping)
  return (
    <ActDialog
      of={unmap}
      title={`Unmap ${isolated(name)}?`}
      verb={`Unmap ${isolated(name)}`}
      danger
      onConfirm={() => void unmap.act(mapping)}
      onClose={onClose}
    >
      {shown === undefined ? (
        <p>No document is mapped to {isolated(name)} any more.</p>
      ) : (
        <p>
          {isolated(name)} shows <strong>{shown}</strong>. Without it, members don’t see{' '}
          {isolated(name)}.
          {mapping.documentId !== undefined && ' The document itself stays in the portal.'}
          {holdsAnyPaper(slot)
            ? ' The slot’s display name and card image go with it.'
            : ' The slot keeps its display name and card image.'}
        </p>
      )}
    </ActDialog>
  )
}
