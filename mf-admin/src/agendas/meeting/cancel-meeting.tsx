import type { Agenda } from '@portal/contract/agendas'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { CalendarX2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { meetingFailure, useSetStage } from '../../meetings/meetings-queries.ts'
import bodyStyles from '../../shared/dialogs/dialog-body.module.css'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { useAct } from '../../shared/use-act.ts'

/** Cancels a meeting that isn't held yet, after a question. */
export function CancelMeeting({ agenda }: { agenda: Agenda }) {
  const { toast } = usePortal()
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const title = isolated(agenda.title)
  const cancelling = useAct(useSetStage(), {
    done: () => {
      setAsking(false)
      toast(`${title} is cancelled`, { kind: 'good' })
    },
    failure: meetingFailure,
  })
  if (agenda.stage !== 'planned' && agenda.stage !== 'called') return null
  const close = () => {
    if (!cancelling.busy) setAsking(false)
  }
  return (
    <>
      <Button variant="quiet" icon={<CalendarX2 />} onClick={() => setAsking(true)}>
        Cancel the meeting
      </Button>
      {asking && (
        <Dialog
          open
          size="small"
          title={`Cancel ${title}?`}
          initialFocus={keep}
          onClose={close}
          footer={
            <>
              <Button ref={keep} disabled={cancelling.busy} onClick={close}>
                Keep the meeting
              </Button>
              <Button
                variant="danger"
                busy={cancelling.busy}
                onClick={() => void cancelling.act({ meeting: agenda, stage: 'cancelled' })}
              >
                Cancel the meeting
              </Button>
            </>
          }
        >
          <div className={bodyStyles.body}>
            <RefusalBanner sentence={cancelling.refused} />
            <p>
              Everybody who sees the meeting reads that it is cancelled, in lists, in the calendar
              and on its own pages.
            </p>
            <p>
              Its agenda, papers and everybody’s notes are kept. You can plan it again at any time.
            </p>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Says that a meeting is cancelled, and takes that back. */
export function CancelledNotice({ agenda }: { agenda: Agenda }) {
  const { toast } = usePortal()
  const planning = useAct(useSetStage(), {
    done: ({ title }) => toast(`${isolated(title)} is planned again`, { kind: 'good' }),
    failure: meetingFailure,
  })
  if (agenda.stage !== 'cancelled') return null
  return (
    <Banner
      kind="warn"
      icon={<CalendarX2 />}
      action={
        <Button
          busy={planning.busy}
          onClick={() => void planning.act({ meeting: agenda, stage: 'planned' })}
        >
          Plan it again
        </Button>
      }
    >
      <p>
        <strong>This meeting is cancelled.</strong> Its agenda and papers are kept.
      </p>
      {planning.refused && <p role="alert">{planning.refused}</p>}
    </Banner>
  )
}
