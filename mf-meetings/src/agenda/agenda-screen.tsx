import { agendaSlot } from '@portal/domain/slot-names'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { Redirect } from '@portal/remote-kit/redirect'
import { useWayBack } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { MappingContent } from '@portal/shared-ui/mapping-content'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ArrowLeft, Printer } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { AgendaHead } from '@portal/shared-ui/agenda-head'
import { AgendaPanel } from '../shared/agenda-panel.tsx'
import { agendaSentences } from '../shared/agenda-sentences.ts'
import { BoardBookCard } from '../shared/board-book-card.tsx'
import { OpenDocument } from '../shared/open-document.tsx'
import { usePrintOnArrival } from '../shared/print-on-arrival.ts'
import { useQuarter } from '../shared/quarter-address.ts'
import { useAgendaSource } from '../shared/use-agenda-source.ts'
import styles from './agenda-screen.module.css'
import { EditLink } from './edit-link.tsx'
import { FollowLink } from './follow-link.tsx'
import { MarkedAgenda } from './marked-agenda.tsx'

export function Component() {
  const quarter = useQuarter()
  return quarter ? <AgendaPage quarter={quarter} /> : <Redirect to={meetingsPaths.meetings} />
}

function AgendaPage({ quarter }: { quarter: Quarter }) {
  const { config } = usePortal()
  const { isPending, drive, agenda: query, isHidden } = useAgendaSource(quarter)
  const isShown = query.data?.status === 'published' && !isPending && !drive && !isHidden
  const agenda = isShown ? query.data : undefined
  const name = `Agenda, ${quarterName(quarter)}`
  const meetings = meetingsPaths.quarter(quarter)
  const { origin, onClick } = useWayBack()
  usePrintOnArrival(agenda !== undefined)

  return (
    <>
      <PageHeader
        title={agenda?.title ?? name}
        back={
          <Link to={origin?.to ?? meetings} className={styles.back} onClick={onClick}>
            <ArrowLeft aria-hidden /> Back to {origin ? `the ${origin.name}` : 'Meetings'}
          </Link>
        }
        subtitle={agenda && <AgendaHead agenda={agenda} timeZone={config.foundation.timeZone} />}
        actions={
          <>
            {!isPending && (drive || !query.isPending) && (
              <FollowLink quarter={quarter} agenda={agenda} />
            )}
            {!agenda && <OpenDocument slot={agendaSlot(quarter)} />}
            {agenda && (
              <Button icon={<Printer aria-hidden />} onClick={() => print()}>
                Print
              </Button>
            )}
            <EditLink query={query} quarter={quarter} />
          </>
        }
      />
      {isPending ? (
        <Skeleton lines={8} label="Loading the agenda" />
      ) : drive ? (
        <section aria-label={name}>
          <MappingContent
            mapping={drive}
            title={name}
            embedHosts={config.embedHosts}
            height="max(32rem, calc(100dvh - 12rem))"
          />
        </section>
      ) : (
        <AgendaPanel
          query={query}
          quarter={quarter}
          failure={agendaSentences.pageFailed}
          missing={agendaSentences.pageNotFound}
          hidden={isHidden}
        >
          {(found) => (
            <>
              {found.description && <p className={styles.description}>{found.description}</p>}
              <BoardBookCard quarter={quarter} on="agenda" />
              <Card>
                <MarkedAgenda key={found.id} agenda={found} />
              </Card>
            </>
          )}
        </AgendaPanel>
      )}
    </>
  )
}
