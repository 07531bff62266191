import { counted } from '@portal/domain/counted'
import { mappingId } from '@portal/domain/ids'
import type { SlotSettings } from '@portal/contract/slot-settings'
import { isolated } from '@portal/domain/shown-text'
import { type Slot, slotName } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Archive, ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { mappingRowId } from '../../admin-paths.ts'
import { ActDialog } from '../../shared/dialogs/act-dialog.tsx'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { focusOnceDrawn } from '../../shared/focus-once-drawn.ts'
import { useSlotUse } from '../../shared/slot-settings.ts'
import { goodToast } from '../mappings-sentences.ts'
import styles from './own-slots.module.css'

type SetAsideButtonProps = { slot: Slot; settings: SlotSettings }

/** Sets one of the specification's slots aside, after a question that says what that means. */
export function SetAsideButton({ slot, settings }: SetAsideButtonProps) {
  const { toast } = usePortal()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const name = slotName(slot)
  const use = useSlotUse(() => {
    toast(`${isolated(name)} is set aside`, goodToast)
    close()
    // The button that opened the dialog is gone with its row.
    focusOnceDrawn(`#${foldId}`)
  })
  return (
    <>
      <Button icon={<Archive />} onClick={() => setAsking(true)}>
        Set aside
        <VisuallyHidden> {isolated(name)}</VisuallyHidden>
      </Button>
      <ActDialog
        of={use}
        open={asking}
        title={`Set ${isolated(name)} aside?`}
        verb={`Set ${isolated(name)} aside`}
        onConfirm={() => void use.act({ slot, settings, isUsed: false })}
        onClose={close}
      >
        <p>
          {slot.kind === 'meeting'
            ? 'No quarter is then asked for it. A quarter that has a paper in it keeps showing that paper to members.'
            : 'Members then no longer see this card, nor its paper if nothing else shows it. What is mapped stays with the card.'}{' '}
          You can use it again at any time, at the end of this page.
        </p>
      </ActDialog>
    </>
  )
}

const foldId = 'set-aside-slots'

type SetAsideSlotsProps = { slots: readonly Slot[]; settings: SlotSettings }

/** The slots of a tab that are set aside, folded; each can be used again. */
export function SetAsideSlots({ slots, settings }: SetAsideSlotsProps) {
  const { toast } = usePortal()
  const [open, setOpen] = useState(false)
  const id = useId()
  const use = useSlotUse(({ slot }) => {
    toast(`${isolated(slotName(slot))} is used again`, goodToast)
    // The pressed button is gone; the slot is back in its row.
    focusOnceDrawn(`#${mappingRowId(mappingId(slot))} [aria-expanded]`)
  })
  if (slots.length === 0) return null
  return (
    <section className={styles.aside} aria-label="Slots that are set aside">
      <Button
        id={foldId}
        variant="quiet"
        icon={open ? <ChevronUp /> : <ChevronDown />}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        Set aside ({slots.length})<VisuallyHidden>: {counted(slots.length, 'slot')}</VisuallyHidden>
      </Button>
      {open && (
        <Card flush>
          <RefusalBanner sentence={use.refused} />
          <ul id={id} className={styles.slots}>
            {slots.map((slot) => (
              <li key={mappingId(slot)}>
                <span>{slotName(slot)}</span>
                <Button
                  busy={use.busy}
                  onClick={() => void use.act({ slot, settings, isUsed: true })}
                >
                  Use again
                  <VisuallyHidden> {isolated(slotName(slot))}</VisuallyHidden>
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}
