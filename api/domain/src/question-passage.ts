import { meetingId, type MeetingRef } from './meeting-ref.ts'
import { pageOf, subjectName, subjectOf, withdrawnQuotation } from './note-subject.ts'
import { addressOfDocument } from './screen-addresses.ts'

type Target = Parameters<typeof subjectOf>[0]

/** The words that a question quotes, or what it is about instead. */
export function passageWords(target: Target): string {
  const subject = subjectOf(target)
  const { words, withdrawnWith } = subject
  if (words) return words.exact
  return withdrawnWith === undefined ? subjectName(subject) : withdrawnQuotation(withdrawnWith)
}

/** The address of a paper at the passage that a question about a meeting has. */
export function addressOfPassage(
  meeting: MeetingRef,
  question: string,
  { documentId, target }: { documentId: string; target: Pick<Target, 'selector'> },
): string {
  const page = pageOf(target.selector)
  return addressOfDocument(documentId, { page, meeting: meetingId(meeting), question })
}
