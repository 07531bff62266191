import { type Slot, slotName } from '@portal/domain/slot-names'
import { Link } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { adminPaths } from '../../admin-paths.ts'
import { useSyncPress } from '../sync/use-sync-press.ts'
import type { Sync } from '../sync/use-sync.ts'
import { ActivateButton } from './activate-button.tsx'
import type { Step } from './board-steps.ts'
import type { BoardSlot } from './use-readiness.ts'

/** Opens a slot's mapping form, its content, or the form that replaces its paper's file. */
export type SlotActs = Record<'onMap' | 'onView' | 'onReplace', (slot: Slot) => void>

type BoardStepProps = SlotActs & {
  step: Step
  of: BoardSlot
  sync: Sync
  onRefused: (sentence: string | undefined) => void
}

const words = {
  map: 'Map paper',
  update: 'Update',
  replace: 'Replace file',
  open: 'Open',
  publishAgenda: 'Publish agenda',
  writeAgenda: 'Write agenda',
  openAgenda: 'Open agenda',
}

const actOf = { map: 'onMap', update: 'onMap', replace: 'onReplace', open: 'onView' } as const

/** A button for a slot's next step, or a link to the page for it. */
export function BoardStep({ step, of, sync, onRefused, ...acts }: BoardStepProps) {
  const { slot, mapping } = of
  if (step === 'sync') return <SyncButton sync={sync} slot={slot} />
  if (step === 'activate') {
    return mapping ? (
      <ActivateButton mapping={mapping} name={of.name} onRefused={onRefused} />
    ) : null
  }
  if (step === 'map' || step === 'update' || step === 'replace' || step === 'open') {
    return (
      <Button onClick={() => acts[actOf[step]](slot)}>
        {words[step]}
        <VisuallyHidden> {of.name}</VisuallyHidden>
      </Button>
    )
  }
  return (
    <Link
      className={buttonStyle('secondary')}
      to={adminPaths.agenda(slot.kind === 'meeting' ? slot : undefined)}
    >
      {words[step]}
    </Link>
  )
}

function SyncButton({ sync, slot }: { sync: Sync; slot: Slot }) {
  const press = useSyncPress(sync)
  return (
    <Button busy={sync.following} onClick={() => void press()}>
      Sync
      <VisuallyHidden> the drive for {slotName(slot)}</VisuallyHidden>
    </Button>
  )
}
