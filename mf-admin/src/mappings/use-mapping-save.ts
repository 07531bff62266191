import type { MappingChange, ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import type { Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { useState } from 'react'
import { savedChange, useUndoableToast } from '../shared/undo/use-undo.ts'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import {
  mappingChangeFor,
  type MappingChoice,
  imageChange,
  type MappingSummary,
} from './mapping-change.ts'
import { mappingSaveFailure } from './mapping-queries.ts'
import { useSaveMapping } from '../shared/save-mapping.ts'

import { badToast, goodToast, mappingSentences } from './mappings-sentences.ts'
import type { StaleSave } from './stale-notice.tsx'
import type { MappingForm } from './use-mapping-form.ts'

type MappingSaveOptions = {
  slot: Slot
  mapping: ResourceMapping | undefined
  form: MappingForm
  onClose: () => void
  onSaved: (mapping: ResourceMapping) => void
}

type Sent = {
  change: MappingChange
  /** The same in words, for the message about a conflict. */
  yours: Partial<MappingSummary>
  done: string
  /** Not while the form stays open over what was saved. */
  isUndoable: boolean
  /** Shown for a moment, and in the form if the server has no message of its own. */
  failed: { toast: string; reason: string }
  onDone: (saved: ResourceMapping) => void
}

/** The mapping form's two saves: everything, or the card image alone. */
export function useMappingSave({ slot, mapping, form, onClose, onSaved }: MappingSaveOptions) {
  const { toast } = usePortal()
  const undoableToast = useUndoableToast()
  const save = useSaveMapping()
  const endRights = useEndRights()
  // A save is based on the mapping that the form was opened with, even if the stored one has changed since.
  const [base, setBase] = useState(mapping)
  const [refused, setRefused] = useState<string>()
  const [stale, setStale] = useState<StaleSave>()
  const id = mappingId(slot)

  const send = async ({ change, yours, done, isUndoable, failed, onDone }: Sent) => {
    if (save.isPending) return
    setRefused(undefined)
    try {
      const saved = await save.mutateAsync({ id, change, revision: base?.revision })
      onSaved(saved)
      undoableToast(done, isUndoable ? savedChange(saved, base) : [], goodToast)
      onDone(saved)
    } catch (error) {
      if (endRights(error)) return
      toast(failed.toast, badToast)
      const failure = mappingSaveFailure(error, failed.reason)
      if (failure.kind === 'refused') return setRefused(failure.sentence)
      const { theirs, by } = failure
      setStale({ id, base, theirs, by, yours, keep: setBase, discard: onClose })
    }
  }

  const image = form.image.choice.kind === 'removed' ? 'No image' : 'A new image'
  const ofImage = form.image.changed && { image }
  return {
    base,
    busy: save.isPending,
    refused,
    stale,
    settle: () => setStale(undefined),
    saveAll: (choice: MappingChoice) => {
      const isEmbed = choice.mode === 'embed'
      const reason = isEmbed ? mappingSentences.embedFailed : mappingSentences.documentFailed
      void send({
        change: mappingChangeFor(slot, choice, base, imageChange(form.image)),
        yours: { shown: isEmbed ? choice.url : choice.document.name, ...ofImage },
        done: mappingSentences.saved,
        isUndoable: true,
        failed: { toast: mappingSentences.saveFailed, reason },
        onDone: onClose,
      })
    },
    saveImage: () => {
      void send({
        change: imageChange(form.image),
        yours: { image },
        done: mappingSentences.imageSaved,
        isUndoable: false,
        failed: { toast: mappingSentences.imageFailed, reason: mappingSentences.imageFailed },
        onDone: (saved) => {
          setBase(saved)
          form.image.reset()
        },
      })
    },
  }
}
