import type { Agenda } from '@portal/contract/agendas'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { currentQuarter } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Redirect } from '@portal/remote-kit/redirect'
import { useQuarterMappings } from '@portal/remote-kit/use-mappings'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { meetingsPaths } from '../meetings-paths.ts'
import { useMeetingTitle } from '../shared/meeting-name.ts'
import { BackLink } from '../shared/back-link.tsx'
import { materialsOf, type Material } from '../shared/materials-of.ts'
import { useMeeting } from '../shared/meeting-route.ts'
import { useAgendaSource, type AgendaSource } from '../shared/agenda-source.ts'
import { FollowedAgenda } from './followed-agenda.tsx'
import { JoinLink } from './join-link.tsx'
import { meetingNow } from '@portal/domain/meeting-now'
import { useQuery } from '@portal/remote-kit/query'
import { useSearchParams } from '@portal/remote-kit/router'
import { AgendaPanel } from '../shared/agenda-panel.tsx'
import { meetingEventsQuery } from '../shared/calendar-queries.ts'
import { WhileReadable } from '../shared/while-readable.tsx'
import { OpenQuestionsLater, PaperQuestionsLater } from '../shared/questions-later.tsx'
import { SlotContent } from '../shared/slot-content.tsx'
import { chosenInMeeting } from './meeting-paths.ts'
import { planOfEvents } from '../shared/meeting-plan.ts'
import { MeetingTimes } from './meeting-times.tsx'
import { briefTimesText } from './meeting-words.ts'
import { PaperLinks } from './meeting-links.tsx'
import { parseShown } from './shown-content.ts'
import styles from './shown-item.module.css'
import { useNow } from './meeting-clock.ts'
import { useScreenAwake } from './use-screen-awake.ts'

/** How often the agenda and the papers are refetched during the meeting, in ms. */
const refetchInterval = 15_000

/** Meeting mode: the agenda, its current item, that item's papers and the reader's notes on them. */
export function Component() {
  const { timeZone } = usePortal().config.foundation
  const meeting = useMeeting()
  if (!meeting) return <Redirect to={meetingsPaths.now(currentQuarter(timeZone))} />
  return (
    <WhileReadable key={meetingId(meeting)} meeting={meeting}>
      <Meeting meeting={meeting} />
    </WhileReadable>
  )
}

function Meeting({ meeting }: { meeting: MeetingRef }) {
  const source = useAgendaSource(meeting, { refetchInterval })
  const mappings = useQuarterMappings(meeting)
  const materials = materialsOf(mappings.data ?? {}, meeting)
  const agenda = source.drive || source.isHidden ? undefined : source.agenda.data
  if (source.isPending || (!source.drive && source.agenda.isPending)) {
    return <Loading meeting={meeting} />
  }
  return canBeFollowed(agenda) ? (
    <FollowedAgenda agenda={agenda} materials={materials} />
  ) : (
    <MeetingPapers meeting={meeting} materials={materials} source={source} />
  )
}

function canBeFollowed(agenda: Agenda | undefined): agenda is Agenda {
  return agenda?.status === 'published' && agenda.items.length > 0
}

function Loading({ meeting }: { meeting: MeetingRef }) {
  const title = useMeetingTitle(meeting)
  return (
    <ReadingView
      paper=""
      title={title}
      back={<BackLink meeting={meeting} />}
      onSearch={usePortal().openSearch}
    >
      <Skeleton height="100%" label={`Loading ${isolated(title)}`} />
    </ReadingView>
  )
}

type MeetingPapersProps = { meeting: MeetingRef; materials: Material[]; source: AgendaSource }

/** A meeting without a native agenda: its document or web page, if any, next to its papers. */
function MeetingPapers({ meeting, materials, source }: MeetingPapersProps) {
  const { call, config, openSearch } = usePortal()
  const { timeZone } = config.foundation
  const [search] = useSearchParams()
  const now = useNow()
  const title = useMeetingTitle(meeting)
  const { data: events = [] } = useQuery(meetingEventsQuery(call, meeting))
  const agenda = source.agenda.data
  const plan =
    !source.drive && agenda?.status === 'published'
      ? agenda
      : planOfEvents(events, meeting, timeZone)
  const state = plan && meetingNow(plan, timeZone, now)
  useScreenAwake(state?.phase === 'running')

  const papers = materials.filter(({ kind }) => kind !== 'agenda')
  const requested = parseShown(search.get('show'))
  const paper =
    papers.find(({ type }) => type === requested) ?? papers.find(({ type }) => type === 'agenda')
  const times = plan && state && paper && briefTimesText(plan, state, timeZone)
  return (
    <ReadingView
      paper={`${requested}`}
      title={plan === agenda && agenda ? agenda.title : title}
      about={times && [times.state, times.day].filter(Boolean).join(' · ')}
      back={<BackLink meeting={meeting} />}
      onSearch={openSearch}
      neighbours={<JoinLink meeting={meeting} />}
      list={{
        kind: 'agenda',
        title: 'Papers',
        content: (
          <>
            <PaperLinks
              papers={papers}
              shown={paper?.type}
              address={(show) => chosenInMeeting(meeting, { show })}
            />
            <OpenQuestionsLater meeting={meeting} />
            <PaperQuestionsLater meeting={meeting} />
          </>
        ),
      }}
    >
      <div className={styles.item}>
        {paper ? (
          <div className={styles.paper}>
            <SlotContent key={paper.type} material={paper} height="100%" flush />
          </div>
        ) : (
          <>
            {plan && state && <MeetingTimes plan={plan} state={state} />}
            <div className={styles.missing}>
              <AgendaPanel query={source.agenda} meeting={meeting} hidden={source.isHidden}>
                {(loaded) => <p>{loaded.description || 'This agenda has no items yet.'}</p>}
              </AgendaPanel>
            </div>
          </>
        )}
      </div>
    </ReadingView>
  )
}
