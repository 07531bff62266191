import type { Agenda } from '@portal/contract/agendas'
import { currentQuarter, meetingName, type Quarter, quarterName } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Redirect } from '@portal/remote-kit/redirect'
import { useQuarterMappings } from '@portal/remote-kit/use-mappings'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { meetingsPaths } from '../meetings-paths.ts'
import { BackLink } from '../shared/back-link.tsx'
import { materialsOf } from '../shared/materials-of.ts'
import { useQuarter } from '../shared/quarter-address.ts'
import { useAgendaSource } from '../shared/use-agenda-source.ts'
import { FollowedAgenda } from './followed-agenda.tsx'
import { MeetingPapers } from './meeting-papers.tsx'

/** How often the agenda and the papers are refetched during the meeting, in ms. */
const refetchInterval = 15_000

/** Meeting mode: the agenda, its current item, that item's papers and the reader's notes on them. */
export function Component() {
  const { timeZone } = usePortal().config.foundation
  const quarter = useQuarter()
  if (!quarter) return <Redirect to={meetingsPaths.now(currentQuarter(timeZone))} />
  return <Meeting key={quarterName(quarter)} quarter={quarter} />
}

function Meeting({ quarter }: { quarter: Quarter }) {
  const source = useAgendaSource(quarter, { refetchInterval })
  const mappings = useQuarterMappings(quarter)
  const materials = materialsOf(mappings.data ?? {}, quarter)
  const agenda = source.drive || source.isHidden ? undefined : source.agenda.data
  if (source.isPending || (!source.drive && source.agenda.isPending)) {
    return <Loading quarter={quarter} />
  }
  return canBeFollowed(agenda) ? (
    <FollowedAgenda agenda={agenda} materials={materials} />
  ) : (
    <MeetingPapers quarter={quarter} materials={materials} source={source} />
  )
}

function canBeFollowed(agenda: Agenda | undefined): agenda is Agenda {
  return agenda?.status === 'published' && agenda.items.length > 0
}

function Loading({ quarter }: { quarter: Quarter }) {
  const title = meetingName(quarter)
  return (
    <ReadingView
      paper=""
      title={title}
      back={<BackLink quarter={quarter} />}
      onSearch={usePortal().openSearch}
    >
      <Skeleton height="100%" label={`Loading ${isolated(title)}`} />
    </ReadingView>
  )
}
