import { isQuarterly, type MeetingRef } from './meeting-ref.ts'
import { quarterName } from './quarter.ts'
import { driveSourceOf } from './slot-source.ts'

/** The mapping of the quarter's agenda slot. */
type AgendaMapping = {
  active: boolean
  mode?: 'drive' | 'native' | undefined
  embedUrl?: string | undefined
  document?: object | undefined
}

/** What deleting an agenda means for members, in a sentence, and whether anything changes for them. */
export type AgendaDeletion = { changes: boolean; sentence: string }

/** The slot's source goes back to the drive, because a source that doesn't exist would show members an error. */
export function agendaDeletion(
  quarter: MeetingRef,
  status: 'draft' | 'published',
  mapping: AgendaMapping | undefined,
): AgendaDeletion {
  if (!isQuarterly(quarter)) return meetingDeletion(status)
  const of = `the agenda of ${quarterName(quarter)}`
  const isSource = mapping?.active === true && mapping.mode === 'native'
  const mapped = mapping?.active ? driveSourceOf(mapping) : undefined
  const instead = mapped === 'embed' ? 'the mapped embed' : 'the mapped document'
  if (!isSource) {
    const sentence = mapped
      ? `Nothing changes for members: they see ${instead} as ${of}.`
      : `Nothing changes for members: they don’t see this agenda.`
    return { changes: false, sentence }
  }
  if (status === 'draft' && !mapped) {
    return { changes: false, sentence: 'Nothing changes for members: they don’t see this draft.' }
  }
  const sentence = mapped
    ? `Members will see ${instead} as ${of}.`
    : `Members see this agenda now. They will have no agenda for ${quarterName(quarter)}.`
  return { changes: true, sentence }
}

/** The agenda of every other meeting is its record, and has no other source. */
function meetingDeletion(status: 'draft' | 'published'): AgendaDeletion {
  const changes = status === 'published'
  const sentence = changes
    ? 'The meeting is deleted with its agenda, which its readers may see now.'
    : 'The meeting is deleted with this draft of its agenda.'
  return { changes, sentence }
}
