import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { isolated } from '@portal/domain/shown-text'
import { type Slot, slotName } from '@portal/domain/slot-names'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { useAct } from '../../shared/use-act.ts'
import { savedChange, useUndoableToast } from '../../shared/undo/use-undo.ts'
import { mappingSaveFailure, useReloadMapping, useSaveMapping } from '../mapping-queries.ts'
import { goodToast, mappingSentences } from '../mappings-sentences.ts'

type NeedButtonProps = {
  slot: Slot
  mapping: ResourceMapping | undefined
  /** Whether the quarter needs the slot once the button is pressed. */
  needed: boolean
  onRefused: (sentence: string | undefined) => void
  /** Called once it is saved; the button may be gone then. */
  onDone?: () => void
}

/** Does without a slot for one quarter, or uses it again. */
export function NeedButton({ slot, mapping, needed, onRefused, onDone }: NeedButtonProps) {
  const undoableToast = useUndoableToast()
  const reload = useReloadMapping()
  const id = mappingId(slot)
  // The save refetches the mappings too, so a failure here loses nothing.
  const showTheirs = (theirs: ResourceMapping | undefined) =>
    reload(id, theirs).catch(() => undefined)
  const name = isolated(mapping?.title ?? slotName(slot))
  const saving = useAct(useSaveMapping(), {
    done: (saved) => {
      undoableToast(
        needed ? `${name} is used again` : `${name} is not needed this quarter`,
        savedChange(saved, mapping),
        goodToast,
      )
      onDone?.()
    },
    failure: (error) => {
      const failure = mappingSaveFailure(error, mappingSentences.saveFailed)
      if (failure.kind === 'refused') onRefused(failure.sentence)
      else {
        onRefused('Someone else changed it meanwhile. Look at what it shows now, and try again.')
        void showTheirs(failure.theirs)
      }
      return undefined
    },
  })
  return (
    <Button
      busy={saving.busy}
      onClick={() => {
        onRefused(undefined)
        void saving.act({ id, change: { notNeeded: !needed }, revision: mapping?.revision })
      }}
    >
      {needed ? 'Use again' : 'Not needed this quarter'}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  )
}
