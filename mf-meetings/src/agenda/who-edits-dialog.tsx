import { type Quarter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { buttonStyle } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { EmailAddress } from '@portal/shared-ui/email-address'
import { Mail } from 'lucide-react'
import styles from './agenda-screen.module.css'

type WhoEditsDialogProps = { title: string; quarter: Quarter; onClose: () => void }

/** Who edits agendas, and how to ask for a change. */
export function WhoEditsDialog({ title, quarter, onClose }: WhoEditsDialogProps) {
  const { liaisonEmail } = usePortal().config.foundation
  const subject = encodeURIComponent(`Agenda of ${quarterName(quarter)}`)
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
