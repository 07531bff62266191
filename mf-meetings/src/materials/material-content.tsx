import { SlotContent, type SlotContentProps } from '../shared/slot-content.tsx'
import type { Agenda } from '@portal/contract/agendas'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { useQuery } from '@portal/remote-kit/query'
import { Link, useLocation } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { Printer } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { AgendaHead } from '@portal/shared-ui/agenda-head'
import { AgendaOutline } from '@portal/shared-ui/agenda-outline'
import { AgendaPanel } from '../shared/agenda-panel.tsx'
import { useAgendaPapers } from '../shared/agenda-papers.tsx'
import { printState } from '../shared/print-on-arrival.ts'
import styles from './native-agenda.module.css'

type MaterialContentProps = Omit<SlotContentProps, 'native' | 'page'> & { meeting: MeetingRef }

/** The first that the slot has: native agenda, embed or document. */
export function MaterialContent({ meeting, ...props }: MaterialContentProps) {
  const { material } = props
  return (
    <SlotContent
      {...props}
      native={material.kind === 'agenda' && <NativeAgenda meeting={meeting} />}
    />
  )
}

/** The native agenda, shown as one of the meeting's papers. */
function NativeAgenda({ meeting }: { meeting: MeetingRef }) {
  const { call, config } = usePortal()
  const agenda = useQuery(agendaQuery(call, meeting))
  return (
    <AgendaPanel query={agenda} meeting={meeting} height="80dvh">
      {(loaded) => (
        <Card as="article">
          <header className={styles.head}>
            <div>
              <h2 className={styles.title}>{loaded.title}</h2>
              <p className={styles.when}>
                <AgendaHead agenda={loaded} timeZone={config.foundation.timeZone} />
              </p>
            </div>
            <div className={styles.ways} data-print="hide">
              {loaded.status === 'published' && (
                <Link
                  to={meetingsPaths.agenda(meeting)}
                  state={printState}
                  className={buttonStyle('secondary')}
                >
                  <Printer aria-hidden /> Print
                </Link>
              )}
              <Link to={meetingsPaths.agenda(meeting)} className={buttonStyle('secondary')}>
                Open the agenda page
              </Link>
            </div>
          </header>
          {loaded.description && <p className={styles.description}>{loaded.description}</p>}
          <Outline agenda={loaded} />
        </Card>
      )}
    </AgendaPanel>
  )
}

/** Opening an item's paper replaces the agenda in the history, like stepping to the next paper. */
function Outline({ agenda }: { agenda: Agenda }) {
  const { state } = useLocation() as { state: unknown }
  return (
    <AgendaOutline agenda={agenda} papers={useAgendaPapers(agenda, { replace: true, state })} />
  )
}
