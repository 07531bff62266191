import { agendaSlot } from '@portal/domain/slot-names'
import { isQuarterly, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { Redirect } from '@portal/remote-kit/redirect'
import { useWayBack, openedFrom } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { MappingContent } from '@portal/shared-ui/mapping-content'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ArrowLeft, Printer, Pencil, Plus, Mail, ListOrdered } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { AgendaHead } from '@portal/shared-ui/agenda-head'
import { AgendaPanel, isMissing, isUnpublished } from '../shared/agenda-panel.tsx'
import { agendaSentences, useAgendaSource } from '../shared/agenda-source.ts'
import { BoardBookCard } from '../shared/board-book-card.tsx'
import { OpenDocument } from '../shared/open-document.tsx'
import { usePrintOnArrival } from '../shared/print-on-arrival.ts'
import { MeetingBanner } from '../shared/meeting-banner.tsx'
import { useMeetingName, useMeetingRecord } from '../shared/meeting-name.ts'
import { useMeeting, origins } from '../shared/meeting-route.ts'
import { OpenQuestionsLater, PaperQuestionsLater } from '../shared/questions-later.tsx'
import { ReplyPart } from '../shared/reply-part.tsx'
import { WhileReadable } from '../shared/while-readable.tsx'

import styles from './agenda-screen.module.css'
import { MarkedAgenda } from './marked-agenda.tsx'
import type { Agenda } from '@portal/contract/agendas'
import { type UseQueryResult, useQuery } from '@portal/remote-kit/query'
import { useOpened } from '@portal/remote-kit/use-opened'
import { Dialog } from '@portal/shared-ui/dialog'
import { EmailAddress } from '@portal/shared-ui/email-address'
import { todayIn } from '@portal/domain/days'
import { meetingEventsQuery } from '../shared/calendar-queries.ts'

import { planOfEvents } from '../shared/meeting-plan.ts'

export function Component() {
  const meeting = useMeeting()
  if (!meeting) return <Redirect to={meetingsPaths.meetings} />
  return (
    <WhileReadable meeting={meeting}>
      <AgendaPage meeting={meeting} />
    </WhileReadable>
  )
}

function AgendaPage({ meeting }: { meeting: MeetingRef }) {
  const { config } = usePortal()
  const { isPending, drive, agenda: query, isHidden } = useAgendaSource(meeting)
  const isShown = query.data?.status === 'published' && !isPending && !drive && !isHidden
  const agenda = isShown ? query.data : undefined
  const name = isQuarterly(meeting) ? `Agenda, ${quarterName(meeting)}` : 'Agenda'
  const meetings = meetingsPaths.meeting(meeting)
  const { origin, onClick } = useWayBack()
  const backTo = origin ? `the ${origin.name}` : isQuarterly(meeting) ? 'Meetings' : 'the meeting'
  const { data: record } = useMeetingRecord(meeting)
  usePrintOnArrival(agenda !== undefined)

  return (
    <>
      <PageHeader
        title={agenda?.title ?? name}
        back={
          <Link to={origin?.to ?? meetings} className={styles.back} onClick={onClick}>
            <ArrowLeft aria-hidden /> Back to {backTo}
          </Link>
        }
        subtitle={agenda && <AgendaHead agenda={agenda} timeZone={config.foundation.timeZone} />}
        actions={
          <>
            {!isPending && (drive || !query.isPending) && (
              <FollowLink meeting={meeting} agenda={agenda} />
            )}
            {!agenda && <OpenDocument slot={agendaSlot(meeting)} />}
            {agenda && (
              <Button icon={<Printer aria-hidden />} onClick={() => print()}>
                Print
              </Button>
            )}
            <EditLink query={query} meeting={meeting} />
          </>
        }
      />
      <MeetingBanner
        meeting={{ inPreparation: record?.inPreparation, stage: agenda?.stage ?? record?.stage }}
      />
      {drive && <OpenQuestionsLater meeting={meeting} />}
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
          meeting={meeting}
          failure={agendaSentences.pageFailed}
          missing={agendaSentences.pageNotFound}
          hidden={isHidden}
        >
          {(loaded) => (
            <>
              {loaded.description && <p className={styles.description}>{loaded.description}</p>}
              <ReplyPart meeting={meetingId(meeting)} />
              <BoardBookCard meeting={meeting} on="agenda" />
              <Card>
                <MarkedAgenda key={loaded.id} agenda={loaded} />
              </Card>
            </>
          )}
        </AgendaPanel>
      )}
      {(drive || agenda) && <PaperQuestionsLater meeting={meeting} />}
    </>
  )
}

type EditLinkProps = { query: UseQueryResult<Agenda>; meeting: MeetingRef }

/** For people of the foundation's domain. To those who aren't admins it explains who edits. */
function EditLink({ query, meeting }: EditLinkProps) {
  const { editsAgendas, isAdmin } = usePortal().person
  const { opened, open, close } = useOpened()
  if (!editsAgendas) return null
  const isNew = isMissing(query)
  if (!isNew && !query.data && !isUnpublished(query)) return null

  const name = isNew ? 'Create New Agenda' : 'Edit Agenda'
  const icon = isNew ? <Plus aria-hidden /> : <Pencil aria-hidden />
  if (isAdmin) {
    const isOfQuarter = isQuarterly(meeting)
    const editor =
      isNew && isOfQuarter ? meetingsPaths.newAgenda : meetingsPaths.editAgenda(meeting)
    return (
      <Link to={editor} className={buttonStyle('secondary')}>
        {icon} {name}
      </Link>
    )
  }
  return (
    <>
      <Button icon={icon} aria-haspopup="dialog" onClick={() => open('who-edits')}>
        {name}
      </Button>
      {opened === 'who-edits' && <WhoEditsDialog title={name} meeting={meeting} onClose={close} />}
    </>
  )
}

type WhoEditsDialogProps = { title: string; meeting: MeetingRef; onClose: () => void }

/** Who edits agendas, and how to ask for a change. */
function WhoEditsDialog({ title, meeting, onClose }: WhoEditsDialogProps) {
  const { liaisonEmail } = usePortal().config.foundation
  const subject = encodeURIComponent(`Agenda of ${useMeetingName(meeting)}`)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="small"
      footer={
        <a className={buttonStyle('primary')} href={`mailto:${liaisonEmail}?subject=${subject}`}>
          <Mail aria-hidden /> Ask the Board Liaison
        </a>
      }
    >
      <div className={styles.who}>
        <p>Only the portal’s admins can edit agendas, and your account isn’t one of them.</p>
        <p>
          To suggest a change or a new item, write to your Board Liaison at{' '}
          <EmailAddress email={liaisonEmail} />.
        </p>
      </div>
    </Dialog>
  )
}

type FollowLinkProps = {
  meeting: MeetingRef
  /** The native agenda; without one, the meeting's day comes from the calendar. */
  agenda: Agenda | undefined
}

/** On the day of the meeting, a link to meeting mode. */
function FollowLink({ meeting, agenda }: FollowLinkProps) {
  const { call, config } = usePortal()
  const { timeZone } = config.foundation
  const { data: events = [] } = useQuery({
    ...meetingEventsQuery(call, meeting),
    enabled: agenda === undefined,
  })
  const plan = agenda ?? planOfEvents(events, meeting, timeZone)
  if (plan?.date !== todayIn(timeZone)) return null
  return (
    <Link
      to={meetingsPaths.now(meeting)}
      state={openedFrom(origins.agenda(meeting))}
      className={buttonStyle('primary')}
      data-print="hide"
    >
      <ListOrdered aria-hidden /> Follow the meeting
    </Link>
  )
}
