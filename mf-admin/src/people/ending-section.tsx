import type { Ending } from '@portal/contract/leaving'
import type { PersonOverview } from '@portal/contract/users'
import { dayInWords, isDay, todayIn } from '@portal/domain/days'
import { isolated } from '@portal/domain/shown-text'
import { officeNames } from '@portal/domain/terms'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { CalendarOff, CalendarX, UserX } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../shared/api-errors.ts'
import { DayField } from '../shared/day-field.tsx'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import { signedIn, signInsEnd } from '../users/access-dialog.tsx'
import { userMessageTime } from '../users/users-sentences.ts'
import { useEndNow, useSetLastDay } from './leaving-queries.ts'
import { PersonSection } from './person-section.tsx'
import sections from '../shared/sections.module.css'
import styles from './person-screen.module.css'

type Leaver = { account: NonNullable<PersonOverview['account']>; ending: Ending; name: string }

/** Everything that a person may do, and how it ends: now, or with a day. */
export function EndingSection({ leaver }: { leaver: Leaver }) {
  const { account, ending, name } = leaver
  const { user, access } = account
  const [dialog, setDialog] = useState<'now' | 'day' | 'no day'>()
  const close = () => setDialog(undefined)
  const isOut = user.disabled && !access.isAdmin
  const { terms, lastDay, lastDayRefusal } = ending
  const of = <VisuallyHidden> of {name}</VisuallyHidden>
  return (
    <PersonSection title="3. Access, terms and admin rights">
      {isOut ? (
        <p>
          Their access has ended. They are signed out everywhere and can’t sign in.
          {terms.length > 0 && ' Some of their terms haven’t ended yet.'}
        </p>
      ) : (
        <p>
          {access.isAdmin && 'They are an admin. '}
          {signedIn(access.signIns)} Ending it now ends everything at once: sign-ins, the account,
          admin rights and terms. You see all of it before you confirm. Nothing of theirs is
          deleted.
        </p>
      )}
      {!isOut && lastDay !== undefined && (
        <Banner kind="plain" icon={<CalendarX />}>
          Their access ends at the end of {dayInWords(lastDay)}. They are shown that when they sign
          in.
        </Banner>
      )}
      <div className={sections.buttons}>
        {(!isOut || terms.length > 0) && (
          <Button
            variant="danger"
            icon={<UserX />}
            disabled={access.refusal !== undefined}
            onClick={() => setDialog('now')}
          >
            End everything now<VisuallyHidden> for {name}</VisuallyHidden>
          </Button>
        )}
        {!isOut && lastDayRefusal === undefined && (
          <Button icon={<CalendarX />} onClick={() => setDialog('day')}>
            {lastDay === undefined ? 'Set their last day' : 'Change their last day'}
          </Button>
        )}
        {!isOut && lastDay !== undefined && (
          <Button variant="quiet" icon={<CalendarOff />} onClick={() => setDialog('no day')}>
            Remove the last day{of}
          </Button>
        )}
      </div>
      {!isOut && (access.refusal ?? lastDayRefusal) !== undefined && (
        <p>{access.refusal ?? lastDayRefusal}</p>
      )}
      {dialog === 'now' && <EndNowDialog leaver={leaver} onClose={close} />}
      {dialog === 'day' && <LastDayDialog leaver={leaver} onClose={close} />}
      {dialog === 'no day' && <NoLastDayDialog leaver={leaver} onClose={close} />}
    </PersonSection>
  )
}

type DialogProps = { leaver: Leaver; onClose: () => void }

/** Lists what ends before anything does. */
function EndNowDialog({ leaver, onClose }: DialogProps) {
  const { toast } = usePortal()
  const { account, ending, name } = leaver
  const { user, access } = account
  const acting = useAct(useEndNow(), {
    done: () => {
      const message = `Everything has ended for ${isolated(name)}.`
      toast(message, { kind: 'good', duration: userMessageTime })
      onClose()
    },
    failure,
  })
  return (
    <ActDialog
      of={acting}
      title={`End everything now for ${isolated(name)}?`}
      verb={`End everything now for ${isolated(name)}`}
      danger
      onConfirm={() => void acting.act(user.uid)}
      onClose={onClose}
    >
      {name !== user.email && <p>{user.email}</p>}
      <p>At once, on every device:</p>
      <ul className={styles.list} aria-label="What ends">
        <li>
          {signInsEnd(access.signIns)}
          {access.signIns > 0 && ' Papers that are open there close.'}
        </li>
        {!user.disabled && <li>The account is disabled: they can’t sign in.</li>}
        {access.isAdmin && <li>They are no longer a designated admin.</li>}
        <EndingTerms terms={ending.terms} />
        {ending.terms.length > 0 && <li>{repliesEnd}</li>}
        {ending.assistants.map((assistant, index) => (
          <li key={index}>{assistant}, their assistant, no longer has access either.</li>
        ))}
      </ul>
      <p>
        What they wrote or prepared stays, and so does their name where it is part of minutes,
        agendas and papers. If it is interrupted, press it again: that completes it.
      </p>
      <p>
        An admin can enable the account again under <strong>End access</strong>, and undo the
        changes of their terms in the audit.
      </p>
    </ActDialog>
  )
}

/** What becomes of terms that end today, as items of a list. */
export function EndingTerms({ terms }: { terms: Ending['terms'] }) {
  const today = todayIn(usePortal().config.foundation.timeZone)
  return terms.map(({ body, office, from }, index) => (
    <li key={index}>
      {officeNames[office]} of {body}:{' '}
      {from > today
        ? `the term that would begin on ${dayInWords(from)} is deleted.`
        : 'today is the last day of the term.'}
    </li>
  ))
}

function LastDayDialog({ leaver: { account, ending, name }, onClose }: DialogProps) {
  const { toast, config } = usePortal()
  const today = todayIn(config.foundation.timeZone)
  const first = ending.lastDay ?? ''
  const [day, setDay] = useState(first)
  const { uid } = account.user
  const isChosen = isDay(day) && day >= today
  const later = isChosen ? ending.terms.filter(({ to }) => to === undefined || to > day) : []
  const acting = useAct(useSetLastDay(), {
    done: () => {
      const message = `The access of ${isolated(name)} ends on ${dayInWords(day)}.`
      toast(message, { kind: 'good', duration: userMessageTime })
      onClose()
    },
    failure,
  })
  return (
    <FormDialog
      title={`Last day of ${isolated(name)}`}
      verb={isChosen ? `End their access on ${dayInWords(day)}` : 'Set the last day'}
      unsaved={day !== first}
      busy={acting.busy}
      disabled={!isChosen}
      refused={acting.refused}
      onSubmit={() => void acting.act({ uid, day })}
      onClose={onClose}
    >
      <DayField
        label="Last day"
        value={day}
        onChange={setDay}
        error={day === '' || isChosen ? undefined : 'Choose today or a later day.'}
        hint="They are let in until the end of this day."
      />
      <p>
        From now on, they are shown when they sign in that their access ends, and that they can
        download their notes until then.
      </p>
      {later.length > 0 && (
        <ul className={styles.list} aria-label="Terms that end with it">
          {later.map(({ body, office, from }, index) => (
            <li key={index}>
              {officeNames[office]} of {body}:{' '}
              {from > day
                ? `the term that would begin on ${dayInWords(from)} is deleted.`
                : 'the term ends on the same day.'}
            </li>
          ))}
          <li>{repliesEnd}</li>
        </ul>
      )}
    </FormDialog>
  )
}

function NoLastDayDialog({ leaver: { account, name }, onClose }: DialogProps) {
  const { toast } = usePortal()
  const acting = useAct(useSetLastDay(), {
    done: () => {
      const message = `${isolated(name)} has no last day any more.`
      toast(message, { kind: 'good', duration: userMessageTime })
      onClose()
    },
    failure,
  })
  return (
    <ActDialog
      of={acting}
      title={`Remove the last day of ${isolated(name)}?`}
      verb="Remove the last day"
      onConfirm={() => void acting.act({ uid: account.user.uid, day: '' })}
      onClose={onClose}
    >
      <p>
        They are let in without an end again. Their terms keep their last day: change it on the page
        of the body, if they go on.
      </p>
    </ActDialog>
  )
}

const repliesEnd =
  'They aren’t asked about later meetings: replies that they have given to those no longer count, and invitations in their calendar are withdrawn.'

function failure(error: unknown): string {
  return errorMessage(error) ?? 'This could not be done. Please try again.'
}
