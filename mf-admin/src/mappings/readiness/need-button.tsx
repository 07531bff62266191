import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { isolated } from '@portal/domain/shown-text'
import { type Slot, slotName } from '@portal/domain/slot-names'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { mappingSentences } from '../mappings-sentences.ts'
import { SlotSaveButton } from './slot-save-button.tsx'

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
  const name = isolated(mapping?.title ?? slotName(slot))
  return (
    <SlotSaveButton
      id={mappingId(slot)}
      mapping={mapping}
      change={{ notNeeded: !needed }}
      messages={{
        done: needed ? `${name} is used again` : `${name} is not needed this quarter`,
        failed: mappingSentences.saveFailed,
      }}
      onRefused={onRefused}
      onDone={onDone}
    >
      {needed ? 'Use again' : 'Not needed this quarter'}
      <VisuallyHidden> {name}</VisuallyHidden>
    </SlotSaveButton>
  )
}
