import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { paperTitle } from '@portal/domain/paper-match'
import { isolated } from '@portal/domain/shown-text'
import { holdsAnyPaper, type Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { use } from 'react'
import { useSettle } from '../shared/corrections/correction-queries.ts'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { savedChange, useUndoableToast } from '../shared/undo/use-undo.ts'
import { PageUploads } from '../shared/uploads/page-uploads.ts'
import { useFilesDrop } from '../shared/uploads/use-files-drop.ts'
import { mappingChangeFor } from './mapping-change.ts'
import { mappingSaveFailure } from './mapping-queries.ts'
import { useSaveMapping } from '../shared/save-mapping.ts'
import { badToast, goodToast } from './mappings-sentences.ts'
import { isMapped } from './readiness/readiness.ts'
import { labelOf } from './slots-of-tab.ts'

/**
 * Takes files that are dropped on an empty slot: the first one that is stored is mapped to it. The others, and files
 * dropped on a slot that shows something, are uploads like any other, for which the page proposes what to do.
 */
export function useSlotDrop(slot: Slot, mapping: ResourceMapping | undefined) {
  const { toast } = usePortal()
  const store = use(PageUploads)
  const settle = useSettle()
  const save = useSaveMapping()
  const undoableToast = useUndoableToast()
  const endRights = useEndRights()
  const name = isolated(labelOf(slot, mapping))
  const isEmpty = mapping === undefined || (!isMapped(mapping) && mapping.mode !== 'native')

  const take = (files: DataTransfer) => {
    let isTaken = false
    void store(files, async ({ document }, file) => {
      if (isTaken) return
      isTaken = true
      const change = mappingChangeFor(slot, { mode: 'document', document }, mapping, {})
      const title = mapping?.title ?? (holdsAnyPaper(slot) ? paperTitle(file.name) : change.title)
      try {
        const saved = await save.mutateAsync({
          id: mappingId(slot),
          change: { ...change, title },
          revision: mapping?.revision,
        })
        settle(document.id, `Mapped to ${name}`)
        undoableToast(`Mapped to ${name}`, savedChange(saved, mapping), goodToast)
      } catch (error) {
        if (endRights(error)) return
        const failure = mappingSaveFailure(error, 'Please try again.')
        const why =
          failure.kind === 'stale' ? 'Someone else changed it meanwhile.' : failure.sentence
        toast(
          `“${isolated(file.name)}” is uploaded, but was not mapped to ${name}. ${why}`,
          badToast,
        )
      }
    })
  }
  return useFilesDrop(isEmpty ? take : undefined)
}
