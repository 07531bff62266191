import { meetingNow } from '@portal/domain/meeting-now'
import { meetingName, type Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { useSearchParams } from '@portal/remote-kit/router'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { AgendaPanel } from '../shared/agenda-panel.tsx'
import { BackLink } from '../shared/back-link.tsx'
import { quarterEventsQuery } from '../shared/quarter-events-query.ts'
import type { Material } from '../shared/materials-of.ts'
import { SlotContent } from '../shared/slot-content.tsx'
import type { AgendaSource } from '../shared/use-agenda-source.ts'
import { chosenInMeeting } from './meeting-paths.ts'
import { planOfEvents } from '../shared/meeting-plan.ts'
import { MeetingTimes } from './meeting-times.tsx'
import { briefTimesText } from './meeting-words.ts'
import { PaperLinks } from './paper-links.tsx'
import { parseShown } from './shown-content.ts'
import styles from './shown-item.module.css'
import { useNow } from './use-now.ts'
import { useScreenAwake } from './use-screen-awake.ts'

type MeetingPapersProps = { quarter: Quarter; materials: Material[]; source: AgendaSource }

/** A meeting without a native agenda: its document or web page, if any, next to the quarter's papers. */
export function MeetingPapers({ quarter, materials, source }: MeetingPapersProps) {
  const { call, config, openSearch } = usePortal()
  const { timeZone } = config.foundation
  const [search] = useSearchParams()
  const now = useNow()
  const { data: events = [] } = useQuery(quarterEventsQuery(call, quarter))
  const agenda = source.agenda.data
  const plan =
    !source.drive && agenda?.status === 'published'
      ? agenda
      : planOfEvents(events, quarter, timeZone)
  const state = plan && meetingNow(plan, timeZone, now)
  useScreenAwake(state?.phase === 'running')

  const papers = materials.filter(({ kind }) => kind !== 'agenda')
  const asked = parseShown(search.get('show'))
  const paper = papers.find(({ type }) => type === (asked ?? 'agenda'))
  const times = plan && state && paper && briefTimesText(plan, state, timeZone)
  return (
    <ReadingView
      paper={`${asked}`}
      title={plan === agenda && agenda ? agenda.title : meetingName(quarter)}
      about={times && [times.state, times.day].filter(Boolean).join(' · ')}
      back={<BackLink quarter={quarter} />}
      onSearch={openSearch}
      list={{
        kind: 'agenda',
        title: 'Papers',
        content: (
          <PaperLinks
            papers={papers}
            shown={paper?.type}
            address={(show) => chosenInMeeting(quarter, { show })}
          />
        ),
      }}
    >
      <div className={styles.item}>
        {paper ? (
          <div className={styles.paper}>
            <SlotContent key={paper.type} quarter={quarter} material={paper} height="100%" flush />
          </div>
        ) : (
          <>
            {plan && state && <MeetingTimes plan={plan} state={state} />}
            <div className={styles.missing}>
              <AgendaPanel query={source.agenda} quarter={quarter} hidden={source.isHidden}>
                {(found) => <p>{found.description || 'This agenda has no items yet.'}</p>}
              </AgendaPanel>
            </div>
          </>
        )}
      </div>
    </ReadingView>
  )
}
