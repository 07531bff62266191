import { resetPassword } from '@portal/contract/users'
import { Button } from '@portal/shared-ui/button'
import { copyText } from '@portal/shared-ui/copy-text'
import { TextField } from '@portal/shared-ui/field'
import { Copy, Mail } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from './api-errors.ts'
import { RefusalBanner } from './dialogs/refusal-banner.tsx'
import styles from './link-to-hand-over.module.css'
import { useChange } from './queries.ts'
import { useAct } from './use-act.ts'

/** A reset link for a new account, which is never mailed. */
export function useInvitation() {
  return useChange((call, uid: string) =>
    call(resetPassword, { params: { uid }, query: { as: 'link' } }),
  )
}

/** Mails a new link to the account’s owner alone; the one that is shown then no longer works. */
export function useInvitationByMail() {
  return useChange((call, uid: string) =>
    call(resetPassword, { params: { uid }, query: { as: 'mail' } }),
  )
}

function SendByMail({ uid, onSent }: { uid: string; onSent?: (() => void) | undefined }) {
  const [sent, setSent] = useState(false)
  const sending = useAct(useInvitationByMail(), {
    done: () => {
      setSent(true)
      onSent?.()
    },
    failure: (error) => errorMessage(error) ?? 'It was not sent. Please try again.',
  })
  if (sent)
    return <span role="status">A link is on its way by mail. This one no longer works then.</span>
  return (
    <>
      <Button icon={<Mail />} busy={sending.busy} onClick={() => void sending.act(uid)}>
        Send by mail
      </Button>
      <RefusalBanner sentence={sending.refused} />
    </>
  )
}

type LinkToHandOverProps = {
  label: string
  link: string
  hint?: string
  /** The account whose owner can be sent a link by mail instead. */
  uid?: string
  /** Called once that is mailed. */
  onSent?: () => void
}

/** A link that an admin copies. */
export function LinkToHandOver({ label, link, hint, uid, onSent }: LinkToHandOverProps) {
  const [copied, setCopied] = useState<string>()
  const copy = async () => {
    const isCopied = await copyText(link)
    setCopied(isCopied ? 'Copied.' : 'It could not be copied: select it and copy it by hand.')
  }
  return (
    <div className={styles.link} role="group" aria-label={label}>
      <TextField
        className={styles.linkField}
        label={label}
        value={link}
        onChange={() => {}}
        readOnly
        hint={hint}
        selectsOnFocus
      />
      <Button icon={<Copy />} onClick={() => void copy()}>
        Copy
      </Button>
      {uid !== undefined && <SendByMail uid={uid} onSent={onSent} />}
      <span role="status">{copied}</span>
    </div>
  )
}
