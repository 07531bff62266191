import { compareQuarters, type Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { notesPolicyQuery } from '@portal/remote-kit/queries/notes-policy'
import { canKeepReading } from '@portal/remote-kit/queries/reading'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { useDrawn } from '@portal/shared-ui/use-drawn'
import { meetingsPaths } from '../meetings-paths.ts'
import { DestroyedSoon } from './destroyed-soon.tsx'
import { listedNotesQuery } from './listed-notes-query.ts'

/**
 * The notice, outside of My notes, that notes will be destroyed within a week: those on a quarter's papers, or all. It
 * loads after the page, and only if the foundation has a rule.
 */
export function NotesNotice({ quarter }: { quarter?: Quarter }) {
  const { call, person } = usePortal()
  const isAsked = useDrawn() && canKeepReading(person)
  const policy = useQuery({ ...notesPolicyQuery(call), enabled: isAsked })
  const hasRule = policy.data?.days !== undefined
  const { data: listed = [] } = useQuery({
    ...listedNotesQuery(call),
    enabled: isAsked && hasRule,
  })
  if (!isAsked || !hasRule) return null
  const notes = listed.filter(
    ({ quarters }) => !quarter || quarters.some((one) => compareQuarters(one, quarter) === 0),
  )
  return (
    <DestroyedSoon notes={notes} action={<Link to={meetingsPaths.myNotes}>Go to My notes</Link>}>
      To keep a copy, save them as a file from My notes.
    </DestroyedSoon>
  )
}
