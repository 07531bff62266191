import type { Agenda } from '@portal/contract/agendas'
import { type Quarter, quarterName, quarterOfDate } from '@portal/domain/quarter'
import { agendaVisibility } from '@portal/domain/slot-source'
import { usePortal } from '@portal/remote-kit/portal'
import { Link, useNavigate } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ArrowLeft, Save, Info } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { adminPaths } from '../../admin-paths.ts'
import { afterSave, LeaveGuard } from '../../shared/dialogs/leave-guard.tsx'
import { DraftOffer } from '../../shared/drafts/draft-offer.tsx'
import { agendaSentences } from '../agenda-sentences.ts'
import { AgendaVisibilityNote } from '../agenda-visibility-note.tsx'
import type { AgendaDraft } from '../draft/agenda-draft.ts'
import { SavingNotices } from '../draft/saving-notices.tsx'
import { useAgendaDraft } from '../draft/use-agenda-draft.ts'
import { useAgendaSave } from '../draft/use-agenda-save.ts'
import { AgendaForm, useAgendaForm } from '../editor/agenda-form.tsx'
import { meetingRoute } from '../editor/editor-route.ts'
import { useAgendaSlot } from '../use-agenda-slot.ts'
import styles from './meeting-form.module.css'
import { isolated } from '@portal/domain/shown-text'
import { useQuery } from '@portal/remote-kit/query'
import { Banner } from '@portal/shared-ui/banner'
import { editedAgendaQuery } from '../agenda-queries.ts'

type MeetingFormProps = {
  heading: string
  /** The meeting's quarter; undefined for a new one, whose date determines it. */
  quarter?: Quarter
  stored: Agenda | null
  fresh: AgendaDraft
  agendaId: string
  /** Shown if there is nothing to edit, and no stored draft either. */
  missing?: ReactNode
}

/** Creates or edits a quarter's meeting and its agenda. */
export function MeetingForm(props: MeetingFormProps) {
  const { heading, quarter, stored, fresh, agendaId, missing } = props
  const { toast } = usePortal()
  const navigate = useNavigate()
  const editing = useAgendaDraft({ stored, fresh, agendaId })
  const [merging, setMerging] = useState(false)
  const meets = quarter ?? quarterOfDate(editing.draft.date)
  const form = useAgendaForm(editing, { route: meetingRoute, meeting: meets, edited: quarter })
  const saving = useAgendaSave({
    meeting: quarter,
    onSaved: (_kind, saved, sent) => {
      editing.settle(saved, sent)
      const state = { ...afterSave, message: `${agendaSentences.saved}: ${quarterName(saved)}` }
      void navigate(adminPaths.meetings(saved), { state })
    },
    onStale: () => setMerging(true),
    onFailed: ({ reason, fields }) => {
      form.show(fields)
      toast(agendaSentences.meetingSaveFailed(reason), { kind: 'bad', duration: 5000 })
    },
  })
  const { base, draft, unsaved, isOutdated, offer, hasTyped } = editing
  if (missing && !base && !unsaved && !hasTyped && !offer) return <>{missing}</>

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isOutdated && stored) return setMerging(true)
    const whole = form.checked()
    if (whole) saving.start('save', { base, draft: whole })
  }

  return (
    <>
      <PageHeader
        title={heading}
        subtitle={quarter && quarterName(quarter)}
        back={
          <Link to={adminPaths.agenda(quarter)}>
            <ArrowLeft /> Back
          </Link>
        }
      />
      <DraftOffer editing={editing} />
      <form className={styles.form} onSubmit={submit} noValidate>
        <SavingNotices
          {...{ editing, saving, stored, merging }}
          meeting={quarter}
          savedBy={form.editors.saverOf(stored)}
          onMerging={setMerging}
        />
        {!quarter && <TakenQuarter date={draft.date} />}
        <Card>
          <AgendaForm
            route={meetingRoute}
            editing={editing}
            form={form}
            meeting={meets}
            isNew={!quarter}
          />
        </Card>
        <div className={styles.foot}>
          <Button
            type="submit"
            variant="primary"
            icon={<Save />}
            busy={saving.busy !== undefined}
            disabled={offer !== undefined}
          >
            Save Agenda
          </Button>
          {quarter && stored?.status === 'published' && (
            <p className={styles.note}>
              <PublishedNote quarter={quarter} />
            </p>
          )}
        </div>
      </form>
      <LeaveGuard unsaved={unsaved || hasTyped}>{agendaSentences.leaving}</LeaveGuard>
    </>
  )
}

function PublishedNote({ quarter }: { quarter: Quarter }) {
  const slot = useAgendaSlot(quarter)
  if (slot.isPending) return null
  const isShown = slot.isKnown && agendaVisibility('published', slot.mapping) === 'shown'
  if (isShown) return <>This agenda is published: members see what you save at once.</>
  return (
    <>
      This agenda is published.{' '}
      <AgendaVisibilityNote status="published" slot={slot} meeting={quarter} />
    </>
  )
}

/** Warns early that a new meeting's quarter already has one; saving asks again. */
function TakenQuarter({ date }: { date: string }) {
  const { call } = usePortal()
  const quarter = quarterOfDate(date)
  const { year, quarter: number } = quarter ?? { year: 0, quarter: 0 }
  const { data } = useQuery({
    ...editedAgendaQuery(call, { year, quarter: number }),
    enabled: quarter !== undefined,
  })
  if (!quarter || !data) return null
  return (
    <Banner kind="plain" icon={<Info />} role="status">
      {quarterName(quarter)} has a meeting already: “{isolated(data.title)}”.{' '}
      <Link to={adminPaths.editMeeting(quarter)}>Edit that meeting</Link>
    </Banner>
  )
}
