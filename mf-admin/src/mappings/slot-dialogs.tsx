import { type ResourceMapping, unmapSlot } from '@portal/contract/mappings'
import { mappingId, slotOf } from '@portal/domain/ids'
import { isListed, type Slot, slotName, holdsAnyPaper } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { MappingDialog } from '@portal/shared-ui/mapping-content'
import { type Mappings, useKeepMappings, notifyMembersScreens } from '../shared/quarter-queries.ts'
import { MappingFormDialog } from './mapping-form-dialog.tsx'
import { focusOnceDrawn } from '../shared/focus-once-drawn.ts'
import { addPaperId } from './quarter-papers/add-paper.tsx'
import { isAddedPaper, labelOf } from './slots-of-tab.ts'
import type { Sync } from './sync/use-sync.ts'
import { ReplaceDialog } from './versions/replace-dialog.tsx'
import { VersionsDialog } from './versions/versions-dialog.tsx'
import { isolated } from '@portal/domain/shown-text'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { useUndoableToast } from '../shared/undo/use-undo.ts'
import { useOtherAdmin } from '../shared/rights/admin-rights.ts'
import { useAct } from '../shared/use-act.ts'
import { mappingSaveFailure } from './mapping-queries.ts'
import { badToast, goodToast, mappingSentences } from './mappings-sentences.ts'
import { contentName } from './readiness/readiness.ts'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { useChange } from '../shared/queries.ts'

/** What is open above the page: a slot's mapping form, its content, its paper's versions, the form that replaces its file, or the question whether to unmap it. */
export type SlotDialog = { kind: 'map' | 'view' | 'unmap' | 'versions' | 'replace'; slot: Slot }

type SlotDialogsProps = {
  shown: SlotDialog | undefined
  mappings: Mappings
  sync: Sync
  /** Whether the page behind has unsaved changes too. */
  unsavedBehind?: boolean
  onClose: () => void
  onSaved?: (mapping: ResourceMapping) => void
}

/** The dialogs that a slot's row and the readiness board open. */
export function SlotDialogs(props: SlotDialogsProps) {
  const { shown, mappings, sync, unsavedBehind = false, onClose, onSaved } = props
  const { config } = usePortal()
  if (!shown) return null
  const { kind, slot } = shown
  const id = mappingId(slot)
  const mapping = mappings[id]
  if (kind === 'map') {
    return (
      <MappingFormDialog
        key={id}
        slot={slot}
        mapping={mapping}
        sync={sync}
        unsavedBehind={unsavedBehind}
        onClose={onClose}
        onSaved={(saved) => onSaved?.(saved)}
      />
    )
  }
  if (!mapping) return null
  if (kind === 'unmap') return <UnmapDialog slot={slot} mapping={mapping} onClose={onClose} />
  if (kind === 'versions') {
    const { document } = mapping
    return document ? <VersionsDialog paper={document} onClose={onClose} /> : null
  }
  if (kind === 'replace') {
    const { document } = mapping
    return document ? <ReplaceDialog paper={document} onClose={onClose} /> : null
  }
  // An admin looks at the file itself.
  const { problem: _, ...opened } = mapping
  return (
    <MappingDialog
      open
      onClose={onClose}
      mapping={opened}
      title={mapping.title || slotName(slot)}
      embedHosts={config.embedHosts}
      size="large"
    />
  )
}

type UnmapDialogProps = {
  slot: Slot
  mapping: ResourceMapping
  onClose: () => void
}

/** Asks before a slot's document or embed is taken out of it; names both. */
function UnmapDialog({ slot, mapping, onClose }: UnmapDialogProps) {
  const { toast } = usePortal()
  const undoableToast = useUndoableToast()
  const keep = useKeepMappings()
  const name = labelOf(slot, mapping)
  const otherAdmin = useOtherAdmin()
  const unmap = useAct(useUnmap(), {
    done: ({ id, revision }) => {
      const change = { subject: id, what: 'slot unmapped', revision }
      const done = isListed(slot) ? mappingSentences.removed(name) : mappingSentences.unmapped(name)
      undoableToast(done, [change], goodToast)
      onClose()
      // The button that opened the dialog is gone with its row.
      if (isAddedPaper(slot)) focusOnceDrawn(`#${addPaperId}`)
    },
    failure: (error) => {
      toast(mappingSentences.unmapFailed, badToast)
      const failure = mappingSaveFailure(error, mappingSentences.documentFailed)
      if (failure.kind === 'refused') return failure.sentence
      if (failure.theirs) keep(failure.theirs)
      return `${otherAdmin(failure.by)} changed ${isolated(name)} meanwhile, so it was not unmapped. Below is what it shows now.`
    },
  })

  const shown = contentName(mapping)
  const verb = isListed(slot) ? 'Remove' : 'Unmap'
  return (
    <ActDialog
      of={unmap}
      title={`${verb} ${isolated(name)}?`}
      verb={`${verb} ${isolated(name)}`}
      danger
      onConfirm={() => void unmap.act(mapping)}
      onClose={onClose}
    >
      {shown === undefined ? (
        <p>
          No document is mapped to {isolated(name)}
          {isListed(slot) ? ` yet.${whatGoes(slot, name)}` : ' any more.'}
        </p>
      ) : (
        <p>
          {isolated(name)} shows <strong>{shown}</strong>. Without it, members don’t see{' '}
          {isolated(name)}.
          {mapping.documentId !== undefined && ' The document itself stays in the portal.'}
          {whatGoes(slot, name)}
        </p>
      )}
    </ActDialog>
  )
}

function whatGoes(slot: Slot, name: string): string {
  if (isAddedPaper(slot)) return ` ${isolated(name)} leaves the list of papers.`
  return holdsAnyPaper(slot)
    ? ' The slot’s display name and card image go with it.'
    : ' The slot keeps its display name and card image.'
}

/** Takes a slot's document or embed out of it, in the version that is shown. */
function useUnmap() {
  const keep = useKeepMappings()
  return useChange(
    (call, { id, revision }: ResourceMapping) => call(unmapSlot, { params: { id }, revision }),
    {
      supersedes: mappingsKey,
      onSuccess: (mapping) => {
        keep(mapping)
        notifyMembersScreens(slotOf(mapping.id)?.kind)
      },
      staleShared: [mappingsKey],
    },
  )
}
