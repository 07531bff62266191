import type { MappingChange, ResourceMapping } from '@portal/contract/mappings'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import type { ReactNode } from 'react'
import { savedChange, useUndoableToast } from '../../shared/undo/use-undo.ts'
import { useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { useAct } from '../../shared/use-act.ts'
import { mappingSaveFailure, useReloadMapping } from '../mapping-queries.ts'
import { useSaveMapping } from '../../shared/save-mapping.ts'
import { badToast, goodToast } from '../mappings-sentences.ts'

type SlotSaveButtonProps = {
  /** Of the slot's mapping, which may not exist yet. */
  id: string
  mapping: ResourceMapping | undefined
  change: MappingChange
  /** The messages once it is saved, and if it can't be saved. */
  messages: { done: string; failed: string }
  onRefused: (sentence: string | undefined) => void
  /** Called once it is saved; the button may be gone then. */
  onDone?: (() => void) | undefined
  children: ReactNode
}

/** Changes a slot with one press; if someone else has changed it, shows theirs first. */
export function SlotSaveButton(props: SlotSaveButtonProps) {
  const { id, mapping, change, messages, onRefused, onDone, children } = props
  const { toast } = usePortal()
  const undoableToast = useUndoableToast()
  const reload = useReloadMapping()
  const otherAdmin = useOtherAdmin()
  // The save refetches the mappings too, so a failure here loses nothing.
  const showTheirs = (theirs: ResourceMapping | undefined) =>
    reload(id, theirs).catch(() => undefined)
  const saving = useAct(useSaveMapping(), {
    done: (saved) => {
      undoableToast(messages.done, savedChange(saved, mapping), goodToast)
      onDone?.()
    },
    failure: (error) => {
      toast(messages.failed, badToast)
      const failure = mappingSaveFailure(error, messages.failed)
      if (failure.kind === 'refused') onRefused(failure.sentence)
      else {
        onRefused(
          `${otherAdmin(failure.by)} changed it meanwhile. Look at what it shows now, and try again.`,
        )
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
        void saving.act({ id, change, revision: mapping?.revision })
      }}
    >
      {children}
    </Button>
  )
}
