import { type Agenda, deleteAgenda } from '@portal/contract/agendas'
import { isApiError } from '@portal/remote-kit/client'
import { agendaDeletion } from '@portal/domain/agenda-deletion'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useMutation } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { errorMessage } from '../../shared/api-errors.ts'
import { useKeepMappings, useRefreshMappings } from '../../shared/quarter-queries.ts'
import { useEndRights, useNameOf } from '../../shared/rights/admin-rights.ts'
import { useUndoableToast } from '../../shared/undo/use-undo.ts'
import { storedAgendaIn, useKeepAgenda } from '../agenda-queries.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import { callOf } from '../../shared/meeting-call.ts'
import { refOf, useMeetingName } from '../meeting-name.ts'
import { useAgendaSlot } from '../use-agenda-slot.ts'

type DeleteAgendaProps = {
  agenda: Agenda
  /** Deleting loses unsaved text; the question warns about it. */
  unsaved: boolean
  onDeleted: () => void
}

/** Deletes a quarter's agenda after a question that says what members will see. */
export function DeleteAgenda({ agenda, unsaved, onDeleted }: DeleteAgendaProps) {
  const { call, toast } = usePortal()
  const undoableToast = useUndoableToast()
  const keep = useKeepAgenda()
  const keepMappings = useKeepMappings()
  const refreshMappings = useRefreshMappings()
  const endRights = useEndRights()
  const nameOf = useNameOf()
  const meeting = refOf(agenda)
  const name = useMeetingName(meeting)
  const slot = useAgendaSlot(meeting)
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<string>()
  // What members will see, from the server's refusal.
  const [outcome, setOutcome] = useState<string>()
  const { changes, sentence } = agendaDeletion(meeting, agenda.status, slot.mapping)
  // A change for members is confirmed only if the question has shown it.
  const confirmed = outcome !== undefined || (slot.isKnown && changes)
  const remove = useMutation({
    mutationFn: ({ revision }: Agenda) =>
      callOf(call, deleteAgenda, meeting, {
        query: { confirmed: confirmed ? 'true' : 'false' },
        revision,
      }),
  })

  const confirm = async () => {
    if (remove.isPending) return
    setRefused(undefined)
    try {
      const { id, mapping } = await remove.mutateAsync(agenda)
      if (mapping) keepMappings(mapping)
      setAsking(false)
      onDeleted()
      await keep(meeting, null)
      const change = { subject: id, what: 'agenda deleted' }
      undoableToast(agendaSentences.deleted, [change], { kind: 'good', duration: 2000 })
    } catch (error) {
      if (endRights(error)) return
      if (isApiError(error) && error.code === 'confirmationRequired') {
        setOutcome(errorMessage(error))
        void refreshMappings()
        return setRefused(
          'Members would notice, so the agenda was not deleted. Read what they will see, and press again.',
        )
      }
      toast(agendaSentences.deleteFailed, { kind: 'bad', duration: 5000 })
      const stored = storedAgendaIn(error)
      const isStale = isApiError(error) && error.code === 'stale'
      if (!isStale) return setRefused(errorMessage(error) ?? 'Please try again.')
      await keep(meeting, stored ?? null)
      setRefused(
        `${error.currentBy === undefined ? 'Someone else' : isolated(nameOf(error.currentBy))} has saved this agenda meanwhile, so it was not deleted. Press again to delete what is saved now.`,
      )
    }
  }

  const close = () => {
    if (remove.isPending) return
    setAsking(false)
    setRefused(undefined)
    setOutcome(undefined)
  }

  return (
    <>
      <Button variant="quiet" icon={<Trash2 />} onClick={() => setAsking(true)}>
        Delete agenda
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Delete the agenda of ${isolated(name)}?`}
        verb={`Delete ${isolated(agenda.title)}`}
        danger
        busy={remove.isPending}
        onConfirm={() => void confirm()}
        onCancel={close}
      >
        <RefusalBanner sentence={refused} />
        <p>
          “{isolated(agenda.title)}” and its items are deleted.{' '}
          {outcome ?? (slot.isKnown && sentence)}
        </p>
        {unsaved && <p>What you typed and haven’t saved is lost.</p>}
      </ConfirmDialog>
    </>
  )
}
