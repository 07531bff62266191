import { useLoaded } from '@portal/shared-ui/use-loaded'
import type { ComponentType } from 'react'

const load = () => import('./questions/meeting-questions.tsx')

type Parts = Awaited<ReturnType<typeof load>>

/** A part that is loaded after the agenda is shown. */
function later<Props extends object>(partIn: (parts: Parts) => ComponentType<Props>) {
  return function Later(props: Props) {
    const { value } = useLoaded(load)
    if (!value) return null
    const Part = partIn(value)
    return <Part {...props} />
  }
}

/** An item's questions. */
export const ItemQuestionsLater = later((parts) => parts.ItemQuestions)

/** Those about papers that no item names. */
export const PaperQuestionsLater = later((parts) => parts.PaperQuestions)

/** What is open about an item, for the chair and staff. */
export const OpenAboutLater = later((parts) => parts.OpenAbout)

/** What is open, for the chair and staff. */
export const OpenQuestionsLater = later((parts) => parts.OpenQuestions)
