import type { ListedMail } from '@portal/contract/mail'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { errorMessage } from './api-errors.ts'
import { ActDialog } from './dialogs/act-dialog.tsx'
import { useAct } from './use-act.ts'
import { useSendAgain } from './send-mail-again.ts'

/** Sends a failed mail again, or one that may have arrived. */
export function SendAgainDialog({ mail, onClose }: { mail: ListedMail; onClose: () => void }) {
  const { toast } = usePortal()
  const { id, name, subject, state } = mail
  const sending = useAct(useSendAgain(), {
    done: () => {
      toast(`The message to ${isolated(name)} is sent again`, { kind: 'good' })
      onClose()
    },
    failure: (error) => errorMessage(error) ?? 'It was not sent again. Please try again.',
  })
  const isUnknown = state === 'unknown'
  return (
    <ActDialog
      of={sending}
      title={`Send “${isolated(subject)}” to ${isolated(name)} again?`}
      verb={isUnknown ? 'Send it even so' : 'Send again'}
      onConfirm={() => void sending.act({ id, evenIfUnknown: isUnknown })}
      onClose={onClose}
    >
      <p>
        {isUnknown
          ? `It may have arrived already: the mail server’s answer was cut. If you send it again, ${isolated(name)} may get it twice. You can ask first.`
          : 'The first try failed, so it arrives once.'}
      </p>
    </ActDialog>
  )
}
