import type { MeetingRef } from '@portal/domain/meeting-ref'
import { useLoaded } from '@portal/shared-ui/use-loaded'

const load = () => import('./questions/agenda-questions.tsx')

type Named = { id: string; name: string }

/** An item's questions, loaded after the agenda is shown. */
export function ItemQuestionsLater(props: { meeting: MeetingRef; item: Named }) {
  const { value } = useLoaded(load)
  return value ? <value.ItemQuestions {...props} /> : null
}

/** What is open, for the chair and staff. */
export function OpenQuestionsLater(props: { meeting: MeetingRef; items: readonly Named[] }) {
  const { value } = useLoaded(load)
  return value ? <value.OpenQuestions {...props} /> : null
}
