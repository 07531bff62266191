import { Redirect } from '@portal/remote-kit/redirect'
import { useSearchParams } from '@portal/remote-kit/router'
import { meetingsPaths } from '../meetings-paths.ts'
import { useQuarter } from '../shared/quarter-address.ts'
import { EarlierBook } from './earlier-book.tsx'
import { NewestBook } from './newest-book.tsx'

/** A quarter's board book, filling the page. */
export function Component() {
  const quarter = useQuarter()
  const [search] = useSearchParams()
  if (!quarter) return <Redirect to={meetingsPaths.meetings} />
  const number = search.get('number')
  if (number !== null) return <EarlierBook key={number} quarter={quarter} number={Number(number)} />
  const options = {
    changes: search.get('changes') === 'true',
    notes: search.get('notes') === 'true',
  }
  return <NewestBook key={JSON.stringify(options)} quarter={quarter} options={options} />
}
