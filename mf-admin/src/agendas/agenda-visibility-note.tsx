import { agendaSlot } from '@portal/domain/slot-names'
import type { Agenda } from '@portal/contract/agendas'
import type { ResourceMapping } from '@portal/contract/mappings'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { agendaVisibility, sourceOf } from '@portal/domain/slot-source'
import { mappingId } from '@portal/domain/ids'
import { isolated } from '@portal/domain/shown-text'
import { Link } from '@portal/remote-kit/router'
import { adminPaths } from '../admin-paths.ts'
import { usePublication } from '../quarters/publication-queries.ts'
import { agendaSentences } from './agenda-sentences.ts'
import type { AgendaSlot } from './use-agenda-slot.ts'

type AgendaVisibilityNoteProps = { status: Agenda['status']; slot: AgendaSlot; quarter: Quarter }

/** Whether members see a quarter's native agenda now, and what would change that. */
export function AgendaVisibilityNote({ status, slot, quarter }: AgendaVisibilityNoteProps) {
  const publication = usePublication(quarter)
  if (slot.isPending || publication.isPending) return null
  if (publication.data?.state === 'preparation') {
    return (
      <>
        Members don’t see it yet: {quarterName(quarter)} is in preparation, whatever the agenda’s
        own state is.
      </>
    )
  }
  if (!slot.isKnown) return <>Whether members see this agenda could not be read.</>
  const { mapping } = slot
  const inactive = (
    <>
      Members see no agenda, because its slot is inactive. Activate it in{' '}
      <Link to={adminPaths.mappings(quarter, mappingId(agendaSlot(quarter)))}>
        Resource Mappings
      </Link>
      .
    </>
  )
  if (status === 'draft') {
    if (mapping && !mapping.active) return inactive
    return <>{draftNote(mapping, quarter)}</>
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

function draftNote(mapping: ResourceMapping | undefined, quarter: Quarter): string {
  const source = sourceOf(mapping)
  if (source === 'native') {
    return `Members see “${agendaSentences.unpublished(quarter)}” Publish saves this draft and shows it to them.`
  }
  if (source === undefined) {
    return 'Members don’t see a draft. Publish saves it and shows it to them.'
  }
  return `Members see ${driveName(mapping)}. Publish asks before it shows this agenda instead.`
}

/** “the document “Agenda.pdf””, or the embed that is mapped in its place. */
export function driveName(mapping: ResourceMapping | undefined): string {
  if (mapping?.embedUrl) return 'the embed that is mapped'
  return mapping?.document
    ? `the Drive document “${isolated(mapping.document.name)}”`
    : 'the Drive document'
}
