import type { Agenda } from '@portal/contract/agendas'
import type { ResourceMapping } from '@portal/contract/mappings'
import type { Quarter } from '@portal/domain/quarter'
import { driveSourceOf } from '@portal/domain/slot-source'
import { Link } from '@portal/remote-kit/router'
import { adminPaths } from '../../admin-paths.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import { driveName } from '../agenda-visibility-note.tsx'

type SourceNoteProps = {
  quarter: Quarter
  /** The source that is chosen. */
  shown: 'drive' | 'native'
  status: Agenda['status'] | undefined
  mapping: ResourceMapping | undefined
}

/** What members see with the chosen source. */
export function SourceNote({ quarter, shown, status, mapping }: SourceNoteProps) {
  const mappings = <Link to={adminPaths.mappings(quarter)}>Resource Mappings</Link>
  if (mapping && !mapping.active) {
    return <>Members see no agenda, because its slot is inactive. Activate it in {mappings}.</>
  }
  if (shown === 'native') {
    if (status === 'published') return <>Members see the agenda below.</>
    return (
      <>Members see “{agendaSentences.unpublished(quarter)}” until the agenda below is published.</>
    )
  }
  if (!mapping || !driveSourceOf(mapping)) {
    return <>No document is mapped yet, so members see no agenda. Choose one in {mappings}.</>
  }
  return (
    <>
      Members see {driveName(mapping)}, not a native agenda. Change it in {mappings}.
    </>
  )
}
