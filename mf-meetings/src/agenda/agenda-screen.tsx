import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Redirect } from '@portal/remote-kit/redirect'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ArrowLeft, Printer } from 'lucide-react'
import { AgendaHead } from '../agenda-head.tsx'
import { AgendaPanel } from '../agenda-panel.tsx'
import { agendaQuery } from '../agenda-queries.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import { meetingsPaths } from '../meetings-paths.ts'
import { OpenDocument } from '../open-document.tsx'
import { usePrintOnArrival } from '../print-on-arrival.ts'
import { useQuarter } from '../quarter-address.ts'
import type { Quarter } from '@portal/contract/quarter'
import styles from './agenda-screen.module.css'
import { EditLink } from './edit-link.tsx'
import { MarkedAgenda } from './marked-agenda.tsx'

export function Component() {
  const quarter = useQuarter()
  return quarter ? <AgendaPage quarter={quarter} /> : <Redirect to="/meetings" />
}

function AgendaPage({ quarter }: { quarter: Quarter }) {
  const { call, config } = usePortal()
  const query = useQuery(agendaQuery(call, quarter))
  const agenda = query.data?.status === 'published' ? query.data : undefined
  usePrintOnArrival(agenda !== undefined)

  return (
    <>
      <PageHeader
        title={agenda?.title ?? `Agenda, Q${quarter.quarter} ${quarter.year}`}
        back={
          <Link to={meetingsPaths.quarter(quarter)} className={styles.back}>
            <ArrowLeft aria-hidden /> Back to Meetings
          </Link>
        }
        subtitle={agenda && <AgendaHead agenda={agenda} timeZone={config.foundation.timeZone} />}
        actions={
          <>
            <EditLink query={query} quarter={quarter} />
            {!agenda && (
              <OpenDocument slot={{ kind: 'meeting', ...quarter, materialType: 'agenda' }} />
            )}
            {agenda && (
              <Button icon={<Printer aria-hidden />} onClick={() => print()}>
                Print
              </Button>
            )}
          </>
        }
      />
      <AgendaPanel
        query={query}
        quarter={quarter}
        failure={agendaSentences.pageFailed}
        missing={agendaSentences.pageNotFound}
      >
        {(found) => (
          <>
            {found.description && <p className={styles.description}>{found.description}</p>}
            <Card>
              <MarkedAgenda key={found.id} agenda={found} />
            </Card>
          </>
        )}
      </AgendaPanel>
    </>
  )
}
