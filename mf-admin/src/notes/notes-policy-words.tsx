import type { NotesPolicy } from '@portal/contract/notes-policy'
import { everyHold, heldNotesText, notesRuleText } from '@portal/domain/notes-rule'
import { ChangedMeanwhile } from '../shared/changed-meanwhile.tsx'

type OvertakenPolicyProps = { before: NotesPolicy; now: NotesPolicy; by: string | undefined }

/** Shows how another admin has changed the policy since the dialog was opened. */
export function OvertakenPolicy({ before, now, by }: OvertakenPolicyProps) {
  if (before === now) return null
  return <ChangedMeanwhile before={policyInWords(before)} now={policyInWords(now)} by={by} />
}

export const messageTime = 6000

/** A legal hold on the notes of a quarter, of another meeting, or on all notes. */
export type Hold = ReturnType<typeof everyHold<NotesPolicy['holds'][number], MeetingHold>>[number]
type MeetingHold = NonNullable<NotesPolicy['meetingHolds']>[number]

/** A policy in one line, to compare it with another. */
function policyInWords(policy: NotesPolicy): string {
  const { days } = policy
  const held = everyHold(policy).map(
    (hold) => `${heldNotesText(hold.quarter, hold.meeting)} (${hold.reason})`,
  )
  return [notesRuleText(days), `On hold: ${held.join('; ') || 'none'}.`].join(' ')
}

/** Whether notes would be destroyed earlier than before. */
export function isEarlier(days: number | undefined, before: number | undefined): boolean {
  return days !== undefined && days < (before ?? Infinity)
}
