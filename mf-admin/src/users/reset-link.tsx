import type { User } from '@portal/contract/users'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { copyText } from '@portal/shared-ui/copy-text'
import { TextField } from '@portal/shared-ui/field'
import { CircleCheck, Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { useAct } from '../shared/use-act.ts'
import styles from './user-dialogs.module.css'
import { useResetPassword } from './user-queries.ts'
import { userErrorMessage } from './users-sentences.ts'

/** Lets the account's owner choose a password: by an e-mail from the sign-in service, otherwise by a link to pass on. */
export function ResetLink({ user }: { user: User }) {
  const reset = useResetPassword()
  const sending = useAct(reset, { failure: (error) => userErrorMessage(error, 'edit user') })

  return (
    <div className={styles.choice}>
      <RefusalBanner sentence={sending.refused} />
      <Button icon={<KeyRound />} busy={sending.busy} onClick={() => void sending.act(user.uid)}>
        Send reset link
      </Button>
      <span className={styles.soft}>Lets them choose a password that nobody else knows.</span>
      {reset.data?.sent && (
        <Banner kind="good" icon={<CircleCheck />} role="status">
          The sign-in service has written to {user.email}.
        </Banner>
      )}
      {reset.data?.link !== undefined && (
        <LinkToHandOver
          label="Reset link"
          link={reset.data.link}
          hint="The sign-in service sends no mail here: hand this link over yourself. It works once. They are signed out everywhere and see who obtained it, and their notes stay closed until they or another admin confirm."
        />
      )}
    </div>
  )
}

type LinkToHandOverProps = { label: string; link: string; hint: string }

/** A link that an admin copies. */
export function LinkToHandOver({ label, link, hint }: LinkToHandOverProps) {
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
      <span role="status">{copied}</span>
    </div>
  )
}
