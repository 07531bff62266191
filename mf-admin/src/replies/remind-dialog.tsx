import type { MeetingReply } from '@portal/contract/replies'
import { counted } from '@portal/domain/counted'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useState } from 'react'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import { repliesFailure, useRequestReplies } from './replies-queries.ts'

type RemindDialogProps = {
  of: MeetingRef
  missing: readonly MeetingReply[]
  hasMail: boolean
  onClose: () => void
}

/** Says who is written to, and who has to be told by hand, before anything is sent. */
export function RemindDialog({ of, missing, hasMail, onClose }: RemindDialogProps) {
  const { toast } = usePortal()
  // One for each opening: a second press, or a retry, sends nothing twice.
  const [id] = useState(() => crypto.randomUUID())
  const reminding = useAct(useRequestReplies(of), {
    done: ({ asked, byHand }) => {
      onClose()
      const rest = byHand.length > 0 ? ` ${byHand.length} to be told by hand.` : ''
      toast(`${counted(asked, 'person is', 'people are')} reminded by mail.${rest}`, {
        kind: 'good',
      })
    },
    failure: repliesFailure,
  })
  const written = missing.filter(({ hasAddress }) => hasMail && hasAddress)
  const others = missing.filter((person) => !written.includes(person))
  return (
    <ActDialog
      of={reminding}
      title="Remind everyone who hasn’t replied?"
      verb={
        written.length > 0 ? `Remind ${counted(written.length, 'person', 'people')}` : 'List them'
      }
      onConfirm={() => void reminding.act(id)}
      onClose={onClose}
    >
      {written.length > 0 && <p>A mail with a link for each answer goes to {names(written)}.</p>}
      {others.length > 0 && (
        <p>
          {hasMail ? 'Without an e-mail address, and so ' : 'The portal sends no mail, so '}
          to be told by hand: {names(others)}.
        </p>
      )}
    </ActDialog>
  )
}

function names(people: readonly MeetingReply[]): string {
  return people.map(({ name }) => isolated(name)).join(', ')
}
