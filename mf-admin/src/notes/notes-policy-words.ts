import type { NoteHold, NotesPolicy } from '@portal/contract/notes-policy'
import { notesRuleText } from '@portal/domain/notes-rule'
import { quarterName } from '@portal/domain/quarter'

export const messageTime = 6000

export function heldNotes({ quarter }: Pick<NoteHold, 'quarter'>): string {
  return quarter ? `Notes on papers of ${quarterName(quarter)}` : 'All notes'
}

/** A policy in one line, to compare it with another. */
export function policyInWords({ days, holds }: Pick<NotesPolicy, 'days' | 'holds'>): string {
  const held = holds.map((hold) => `${heldNotes(hold)} (${hold.reason})`)
  return [notesRuleText(days), `On hold: ${held.join('; ') || 'none'}.`].join(' ')
}

/** Whether notes would be destroyed earlier than before. */
export function isEarlier(days: number | undefined, before: number | undefined): boolean {
  return days !== undefined && days < (before ?? Infinity)
}
