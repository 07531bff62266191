import type { ResourceMapping } from '@portal/contract/mappings'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { savedChange, useUndoableToast } from '../../shared/undo/use-undo.ts'
import { useAct } from '../../shared/use-act.ts'
import { mappingSaveFailure, useReloadMapping, useSaveMapping } from '../mapping-queries.ts'
import { badToast, goodToast, mappingSentences } from '../mappings-sentences.ts'

type ActivateButtonProps = {
  mapping: ResourceMapping
  name: string
  onRefused: (sentence: string | undefined) => void
}

/** Shows a slot to members; if someone else has changed it, shows theirs first. */
export function ActivateButton({ mapping, name, onRefused }: ActivateButtonProps) {
  const { toast } = usePortal()
  const undoableToast = useUndoableToast()
  const reload = useReloadMapping()
  const { id, revision } = mapping
  // The save refetches the mappings too, so a failure here loses nothing.
  const showTheirs = (theirs: ResourceMapping | undefined) =>
    reload(id, theirs).catch(() => undefined)
  const activation = useAct(useSaveMapping(), {
    done: (saved) => undoableToast(mappingSentences.active, savedChange(saved, mapping), goodToast),
    failure: (error) => {
      toast(mappingSentences.activeFailed, badToast)
      const failure = mappingSaveFailure(error, mappingSentences.activeFailed)
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
      busy={activation.busy}
      onClick={() => {
        onRefused(undefined)
        void activation.act({ id, change: { active: true }, revision })
      }}
    >
      Activate
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  )
}
