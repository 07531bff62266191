import type { Agenda } from '@portal/contract/agendas'
import type { ResourceMapping } from '@portal/contract/mappings'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { driveSourceOf } from '@portal/domain/slot-source'
import { Link } from '@portal/remote-kit/router'
import { adminPaths } from '../../admin-paths.ts'
import { usePublication } from '../../quarters/publication-queries.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import { driveName } from '../agenda-visibility-note.tsx'

type SourceNoteProps = {
  quarter: Quarter
  /** The source that is chosen. */
  shown: 'drive' | 'native'
  status: Agenda['status'] | undefined
  mapping: ResourceMapping | undefined
}

/** What members see with the chosen source, now or once the quarter is published. */
export function SourceNote({ quarter, shown, status, mapping }: SourceNoteProps) {
  const publication = usePublication(quarter)
  const membersSee =
    publication.data?.state === 'preparation'
      ? `Once ${quarterName(quarter)} is published, members see`
      : 'Members see'
  const mappings = <Link to={adminPaths.mappings(quarter)}>Resource Mappings</Link>
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
        {membersSee} “{agendaSentences.unpublished(quarter)}” until the agenda below is published.
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
