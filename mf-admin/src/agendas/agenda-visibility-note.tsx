import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { agendaSlot } from '@portal/domain/slot-names'
import type { Agenda } from '@portal/contract/agendas'
import { agendaVisibility, sourceOf } from '@portal/domain/slot-source'
import { mappingId } from '@portal/domain/ids'
import { isolated } from '@portal/domain/shown-text'
import { Link } from '@portal/remote-kit/router'
import { adminPaths } from '../admin-paths.ts'
import { usePublication } from '../quarters/publication-queries.ts'
import { agendaSentences } from './agenda-sentences.ts'
import { useMeetingName } from './meeting-name.ts'
import type { AgendaMapping, AgendaSlot } from './use-agenda-slot.ts'

type AgendaVisibilityNoteProps = { status: Agenda['status']; slot: AgendaSlot; meeting: MeetingRef }

/** Whether members see a meeting's native agenda now, and what would change that. */
export function AgendaVisibilityNote({ status, slot, meeting }: AgendaVisibilityNoteProps) {
  const publication = usePublication(meeting)
  const name = useMeetingName(meeting)
  if (slot.isPending || publication.isPending) return null
  if (publication.data?.state === 'preparation') {
    return (
      <>Members don’t see it yet: {name} is in preparation, whatever the agenda’s own state is.</>
    )
  }
  if (!slot.isKnown) return <>Whether members see this agenda could not be read.</>
  const { mapping } = slot
  const inactive = (
    <>
      Members see no agenda, because its slot is inactive. Activate it in{' '}
      <MappingsLink meeting={meeting} />.
    </>
  )
  if (status === 'draft') {
    if (mapping && !mapping.active) return inactive
    return <>{draftNote(mapping, meeting)}</>
  }
  switch (agendaVisibility(status, mapping)) {
    case 'inactive':
      return inactive
    case 'drive':
      return (
        <>
          Members see {driveName(mapping)} instead. To show this agenda, change the agenda source to
          Native agenda.
        </>
      )
    case 'empty':
      return (
        <>
          Members see no agenda: the source is the Drive document, and none is mapped. To show this
          agenda, change the agenda source to Native agenda.
        </>
      )
    default:
      return <>Members see what you save at once.</>
  }
}

/** Where the meeting's agenda slot is mapped. */
export function MappingsLink({ meeting }: { meeting: MeetingRef }) {
  return (
    <Link to={adminPaths.mappings(meeting, mappingId(agendaSlot(meeting)))}>
      {isQuarterly(meeting) ? 'Resource Mappings' : 'the meeting’s papers'}
    </Link>
  )
}

function draftNote(mapping: AgendaMapping | undefined, meeting: MeetingRef): string {
  const source = sourceOf(mapping)
  if (source === 'native') {
    return `Members see “${agendaSentences.unpublished(meeting)}” Publish saves this draft and shows it to them.`
  }
  if (source === undefined) {
    return 'Members don’t see a draft. Publish saves it and shows it to them.'
  }
  return `Members see ${driveName(mapping)}. Publish asks before it shows this agenda instead.`
}

/** “the document “Agenda.pdf””, or the embed that is mapped in its place. */
export function driveName(mapping: AgendaMapping | undefined): string {
  if (mapping?.embedUrl) return 'the embed that is mapped'
  return mapping?.document
    ? `the Drive document “${isolated(mapping.document.name)}”`
    : 'the Drive document'
}
