import type { NotesPolicy } from '@portal/contract/notes-policy'
import { heldNotesText, notesRuleText } from '@portal/domain/notes-rule'
import { ChangedMeanwhile } from '../shared/changed-meanwhile.tsx'

type OvertakenPolicyProps = { before: NotesPolicy; now: NotesPolicy; by: string | undefined }

/** Shows how another admin has changed the policy since the dialog was opened. */
export function OvertakenPolicy({ before, now, by }: OvertakenPolicyProps) {
  if (before === now) return null
  return <ChangedMeanwhile before={policyInWords(before)} now={policyInWords(now)} by={by} />
}

export const messageTime = 6000

/** A policy in one line, to compare it with another. */
type NamedMeeting = NonNullable<NotesPolicy['meetingHolds']>[number]['meeting']

/** A legal hold on the notes of a quarter, of another meeting, or on all notes. */
export type Hold = NotesPolicy['holds'][number] & { meeting?: NamedMeeting }

export function holdsOf({ holds, meetingHolds = [] }: NotesPolicy): Hold[] {
  return [...holds, ...meetingHolds]
}

/** Which notes a hold keeps. */
export function heldText({ quarter, meeting }: Pick<Hold, 'quarter' | 'meeting'>): string {
  return meeting ? `Notes on papers of ${meeting.name}` : heldNotesText(quarter)
}

function policyInWords(policy: NotesPolicy): string {
  const { days } = policy
  const held = holdsOf(policy).map((hold) => `${heldText(hold)} (${hold.reason})`)
  return [notesRuleText(days), `On hold: ${held.join('; ') || 'none'}.`].join(' ')
}

/** Whether notes would be destroyed earlier than before. */
export function isEarlier(days: number | undefined, before: number | undefined): boolean {
  return days !== undefined && days < (before ?? Infinity)
}
