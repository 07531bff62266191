import type { Publication } from '@portal/contract/quarters'
import { isQuarterly, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import styles from './publication-bar.module.css'
import { publishedMeeting, usePublication, useSetPublication } from './publication-queries.ts'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import bodyStyles from '../shared/dialogs/dialog-body.module.css'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { paperProblemSentences } from '@portal/domain/paper-problem'
import {
  type QuarterReview,
  type ReviewProblem,
  reviewMeeting,
} from '@portal/domain/quarter-review'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { useQuery } from '@portal/remote-kit/query'
import { Dialog } from '@portal/shared-ui/dialog'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { meetingMappingsQuery } from '../shared/quarter-queries.ts'
import { slotSettingsQuery, useIsSetAside } from '../shared/slot-settings.ts'
import { isApiError } from '@portal/remote-kit/client'
import { errorMessage, isEditConflict } from '../shared/api-errors.ts'
import { useUndoableToast } from '../shared/undo/use-undo.ts'
import { useAct } from '../shared/use-act.ts'
import { useOtherAdmin } from '../shared/rights/admin-rights.ts'

type PublicationBarProps = {
  meeting: MeetingRef
  /** What it is called in sentences. */
  name: string
}

/** Whether members see a meeting, and the act that changes it. */
export function PublicationBar({ meeting, name }: PublicationBarProps) {
  const { data: publication } = usePublication(meeting)
  const [asking, setAsking] = useState<Publication>()
  const close = () => setAsking(undefined)
  const isHidden = publication?.state === 'preparation'
  return (
    <div className={styles.bar} role="group" aria-label={`Publication of ${name}`}>
      {publication && (
        <>
          {isHidden && (
            <Badge kind="warn" icon={<EyeOff />}>
              In preparation
            </Badge>
          )}
          <p className={styles.words}>
            {isHidden ? `Members don’t see ${name} yet.` : `Members see ${name} now.`}
          </p>
          <Button variant={isHidden ? 'primary' : 'quiet'} onClick={() => setAsking(publication)}>
            {isHidden ? verbOf(meeting) : 'Put back in preparation'}
          </Button>
        </>
      )}
      {asking?.state === 'preparation' && (
        <PublishDialog publication={asking} name={name} onClose={close} />
      )}
      {asking?.state === 'published' && (
        <UnpublishDialog publication={asking} name={name} onClose={close} />
      )}
    </div>
  )
}

function verbOf(meeting: MeetingRef): string {
  return isQuarterly(meeting) ? 'Publish quarter' : 'Publish meeting'
}

type DialogProps = { publication: Publication; name: string; onClose: () => void }

function UnpublishDialog({ publication, name, onClose }: DialogProps) {
  const { to, busy, refused } = useChangePublication(publication, name, onClose)
  return (
    <ConfirmDialog
      open
      title={`Put ${name} back in preparation?`}
      verb="Put back in preparation"
      danger
      busy={busy}
      onConfirm={() => to('preparation')}
      onCancel={() => {
        if (!busy) onClose()
      }}
    >
      <div className={bodyStyles.body}>
        <RefusalBanner sentence={refused} />
        <p>
          Members then see nothing of {name}: no agenda, no papers and no board book, at any
          address. Nothing is deleted, and their notes come back when you publish it again.
        </p>
      </div>
    </ConfirmDialog>
  )
}

/** What members will see of a meeting and what is wrong with it, before it is published. */
function PublishDialog({ publication, name, onClose }: DialogProps) {
  const { call } = usePortal()
  const meeting = publishedMeeting(publication)
  const mappings = useQuery(meetingMappingsQuery(call, meeting))
  const agenda = useQuery({ ...agendaQuery(call, meeting), retry: false })
  const slotSettings = useQuery(slotSettingsQuery(call))
  const isSetAside = useIsSetAside()
  const { to, busy, refused } = useChangePublication(publication, name, onClose)
  // Without an agenda, the query has failed.
  const isLoading = mappings.isFetching || agenda.isFetching || slotSettings.isPending
  const isKnown = mappings.data !== undefined && !isLoading
  const review =
    isKnown &&
    reviewMeeting({
      meeting,
      mappings: mappings.data,
      agenda: agenda.isSuccess ? agenda.data : undefined,
      isSetAside,
    })
  return (
    <Dialog
      open
      title={`Publish ${name}?`}
      onClose={() => {
        if (!busy) onClose()
      }}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} disabled={!review} onClick={() => to('published')}>
            {verbOf(meeting)}
          </Button>
        </>
      }
    >
      <div className={bodyStyles.body}>
        <RefusalBanner sentence={refused} />
        {review ? (
          <Review name={name} review={review} />
        ) : (
          <Skeleton height="12rem" label={`Loading ${name}`} />
        )}
      </div>
    </Dialog>
  )
}

function Review({ name, review: { shown, problems } }: { name: string; review: QuarterReview }) {
  return (
    <>
      {problems.length > 0 && (
        <section aria-labelledby="publish-problems">
          <h3 id="publish-problems">Look at these first</h3>
          <ul className={styles.list}>
            {problems.map((problem) => (
              <li key={JSON.stringify(problem)}>{problemInWords(problem)}</li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="publish-shown">
        <h3 id="publish-shown">Members will see</h3>
        {shown.length === 0 ? (
          <p>Nothing yet: {name} has no agenda and no papers to show.</p>
        ) : (
          <ul className={styles.list}>
            {shown.map(({ materialType, name: slot, content }) => (
              <li key={materialType}>
                {slot} <span className={styles.content}>{content}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p>You can put it back in preparation at any time.</p>
    </>
  )
}

export function problemInWords(problem: ReviewProblem): string {
  switch (problem.kind) {
    case 'paper':
      return `${isolated(problem.name)}: members read “${paperProblemSentences[problem.problem]}”`
    case 'empty':
      return `${isolated(problem.name)} is empty.`
    case 'inactive':
      return `${isolated(problem.name)} is inactive, so members don’t see it.`
    case 'noItem':
      return `${isolated(problem.name)} belongs to no item of the agenda.`
    case 'itemWithoutPaper':
      return `“${isolated(problem.item)}” names ${isolated(problem.name)}, which members don’t see.`
    case 'agendaDraft':
      return 'The agenda is a draft, so members see none.'
    case 'agendaMissing':
      return 'No agenda is written, so members see none.'
  }
}

const words = {
  published: { what: 'quarter published', done: 'is published' },
  preparation: { what: 'quarter put in preparation', done: 'is in preparation again' },
}

/** Changes whether members see a meeting, with a message that can undo it. */
function useChangePublication(publication: Publication, name: string, onDone: () => void) {
  const toast = useUndoableToast()
  const otherAdmin = useOtherAdmin()
  const change = useAct(useSetPublication(), {
    done: (stored, { state }) => {
      const { what, done } = words[state]
      const meeting = publishedMeeting(stored)
      const subject = `quarter-${meetingId(meeting)}`
      toast(`${name} ${done}`, [{ subject, what }], { kind: 'good' })
      onDone()
    },
    failure: (error) => sentenceOf(error, otherAdmin),
  })
  return { ...change, to: (state: Publication['state']) => void change.act({ publication, state }) }
}

function sentenceOf(error: unknown, otherAdmin: (by: string | undefined) => string): string {
  if (isApiError(error) && isEditConflict(error)) {
    return `${otherAdmin(error.currentBy)} has changed this meanwhile. Close this and look at it again.`
  }
  return errorMessage(error) ?? 'This could not be saved. Please try again.'
}
