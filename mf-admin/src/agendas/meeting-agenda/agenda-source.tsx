import { agendaSlot } from '@portal/domain/slot-names'
import type { Agenda } from '@portal/contract/agendas'
import { isApiError } from '@portal/remote-kit/client'
import { resourceMapping } from '@portal/contract/mappings'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { agendaMappingOf, driveSourceOf } from '@portal/domain/slot-source'
import { mappingId } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { Segmented } from '@portal/shared-ui/segmented'
import { FileText, ListOrdered, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { currentAuthor, errorMessage } from '../../shared/api-errors.ts'
import { meetingMappingsQuery, useKeepMappings } from '../../shared/quarter-queries.ts'
import { useEndRights, useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { useSetAgendaSource } from '../agenda-queries.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import styles from './agenda-source.module.css'
import { Link } from '@portal/remote-kit/router'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { adminPaths } from '../../admin-paths.ts'
import { usePublication } from '../../quarters/publication-queries.ts'
import { driveName, MappingsLink } from '../agenda-visibility-note.tsx'
import { useMeetingName } from '../meeting-name.ts'
import type { AgendaMapping } from '../use-agenda-slot.ts'

type Mode = 'drive' | 'native'

const sources = [
  { value: 'drive' as const, label: 'Google Drive document', icon: <FileText /> },
  { value: 'native' as const, label: 'Native agenda', icon: <ListOrdered /> },
]

type AgendaSourceProps = {
  meeting: MeetingRef
  /** The native agenda's; undefined if the meeting has none, or until it is known. */
  status: Agenda['status'] | undefined
}

/**
 * The source of the meeting's agenda. A choice is saved at once, but choosing the drive while nothing is mapped there
 * needs a confirmation.
 */
export function AgendaSource({ meeting, status }: AgendaSourceProps) {
  const { call, toast } = usePortal()
  const mappings = useQuery(meetingMappingsQuery(call, meeting))
  const keep = useKeepMappings()
  const source = useSetAgendaSource()
  const endRights = useEndRights()
  const otherAdmin = useOtherAdmin()
  const [problem, setProblem] = useState<string>()
  const [asking, setAsking] = useState(false)
  const slot = mappings.data?.[mappingId(agendaSlot(meeting))]
  const mapping: AgendaMapping | undefined = agendaMappingOf(meeting, slot)
  const stored: Mode = mapping?.mode === 'native' ? 'native' : 'drive'
  const shown = source.isPending ? source.variables.mode : stored

  const choose = (mode: Mode) => {
    if (source.isPending || mode === stored) return
    if (mode === 'drive' && !driveSourceOf(slot ?? {})) setAsking(true)
    else void save(mode)
  }

  const save = async (mode: Mode, acceptEmpty = false) => {
    setProblem(undefined)
    try {
      await source.mutateAsync({ meeting, mode, acceptEmpty, revision: slot?.revision })
      setAsking(false)
      toast(agendaSentences.sourceSaved, { kind: 'good', duration: 2000 })
    } catch (error) {
      if (endRights(error)) return
      // The mapped document was removed meanwhile.
      if (isApiError(error) && error.code === 'confirmationRequired') return setAsking(true)
      setAsking(false)
      toast(agendaSentences.sourceFailed, { kind: 'bad', duration: 2000 })
      const current = isApiError(error) ? resourceMapping.safeParse(error.current).data : undefined
      if (current) keep(current)
      setProblem(
        current
          ? changedMeanwhile(otherAdmin(currentAuthor(error)))
          : (errorMessage(error) ?? agendaSentences.modeFailed),
      )
    }
  }

  return (
    <Card as="section" aria-labelledby="agenda-source" className={styles.card}>
      <h2 id="agenda-source" className={styles.title}>
        Agenda Source
      </h2>
      <Segmented
        label="Agenda Source"
        value={shown}
        onChange={choose}
        options={sources}
        disabled={mappings.isPending}
      />
      <p className={styles.note}>
        <SourceNote {...{ meeting, shown, status, mapping }} />
      </p>
      {mappings.error && !mappings.data && (
        <p role="alert" className={styles.problem}>
          The agenda source could not be read, so the drive is shown.{' '}
          <Button
            icon={<RefreshCw />}
            busy={mappings.isFetching}
            onClick={() => void mappings.refetch()}
          >
            Try Again
          </Button>
        </p>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <EmptySourceDialog
        open={asking}
        meeting={meeting}
        losesAgenda={status === 'published' && mapping?.active === true}
        busy={source.isPending}
        onConfirm={() => void save('drive', true)}
        onCancel={() => setAsking(false)}
      />
    </Card>
  )
}

const changedMeanwhile = (who: string) =>
  `${who} has changed the agenda source meanwhile. It is shown as it is now: choose again if you want another.`

type EmptySourceDialogProps = {
  open: boolean
  meeting: MeetingRef
  /** Members see the native agenda now. */
  losesAgenda: boolean
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before the source returns to the drive while nothing is mapped there. */
function EmptySourceDialog({ meeting, losesAgenda, ...dialog }: EmptySourceDialogProps) {
  const named = useMeetingName(meeting)
  return (
    <ConfirmDialog
      {...dialog}
      title={
        losesAgenda
          ? `Take the agenda of ${named} from members?`
          : `Leave ${named} without an agenda?`
      }
      verb="Change to the Drive document"
      danger={losesAgenda}
    >
      <p>
        No document is mapped as the agenda of {named}.{' '}
        {losesAgenda
          ? 'Members see the native agenda now, and would lose it.'
          : 'Members would see no agenda until one is mapped or the native agenda is published.'}
      </p>
      <p>
        <Link to={adminPaths.mappings(meeting)}>Map a document first</Link>
      </p>
    </ConfirmDialog>
  )
}

type SourceNoteProps = {
  meeting: MeetingRef
  /** The source that is chosen. */
  shown: 'drive' | 'native'
  status: Agenda['status'] | undefined
  mapping: AgendaMapping | undefined
}

/** What members see with the chosen source, now or once the meeting is published. */
function SourceNote({ meeting, shown, status, mapping }: SourceNoteProps) {
  const publication = usePublication(meeting)
  const name = useMeetingName(meeting)
  const membersSee =
    publication.data?.state === 'preparation'
      ? `Once ${name} is published, members see`
      : 'Members see'
  const mappings = <MappingsLink meeting={meeting} />
  if (mapping && !mapping.active) {
    return (
      <>
        {membersSee} no agenda, because its slot is inactive. Activate it in {mappings}.
      </>
    )
  }
  if (shown === 'native') {
    if (status === 'published') return <>{membersSee} the agenda below.</>
    return (
      <>
        {membersSee} “{agendaSentences.unpublished(meeting)}” until the agenda below is published.
      </>
    )
  }
  if (!mapping || !driveSourceOf(mapping)) {
    return (
      <>
        {membersSee} no agenda, because no document is mapped yet. Choose one in {mappings}.
      </>
    )
  }
  return (
    <>
      {membersSee} {driveName(mapping)}, not a native agenda. Change it in {mappings}.
    </>
  )
}
