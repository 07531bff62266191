import type { MeetingRef } from '@portal/domain/meeting-ref'
import { useLoaded } from '@portal/shared-ui/use-loaded'

const load = () => import('./questions/meeting-questions.tsx')

type OfMeeting = { meeting: MeetingRef }

/** An item's questions, loaded after the agenda is shown. */
export function ItemQuestionsLater(props: OfMeeting & { item: { id: string; name: string } }) {
  const { value } = useLoaded(load)
  return value ? <value.ItemQuestions {...props} /> : null
}

/** Those about papers that no item names. */
export function PaperQuestionsLater(props: OfMeeting) {
  const { value } = useLoaded(load)
  return value ? <value.PaperQuestions {...props} /> : null
}

/** What is open, for the chair and staff. */
export function OpenQuestionsLater(props: OfMeeting) {
  const { value } = useLoaded(load)
  return value ? <value.OpenQuestions {...props} /> : null
}
