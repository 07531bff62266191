import type { ResourceMapping } from '@portal/contract/mappings'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { savedChange, useUndoableToast } from '../../shared/undo/use-undo.ts'
import { useEndRights } from '../../shared/rights/admin-rights.ts'
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
  const save = useSaveMapping()
  const reload = useReloadMapping()
  const endRights = useEndRights()

  const activate = async () => {
    onRefused(undefined)
    const { id, revision } = mapping
    try {
      const saved = await save.mutateAsync({ id, change: { active: true }, revision })
      undoableToast(mappingSentences.active, savedChange(saved, mapping), goodToast)
    } catch (error) {
      if (endRights(error)) return
      toast(mappingSentences.activeFailed, badToast)
      const failure = mappingSaveFailure(error, mappingSentences.activeFailed)
      if (failure.kind === 'refused') return onRefused(failure.sentence)
      onRefused('Someone else changed it meanwhile. Look at what it shows now, and try again.')
      // The save refetches the mappings too, so a failure here loses nothing.
      await reload(id, failure.theirs).catch(() => undefined)
    }
  }

  return (
    <Button busy={save.isPending} onClick={() => void activate()}>
      Activate
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  )
}
