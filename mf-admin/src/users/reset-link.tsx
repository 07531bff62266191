import type { User } from '@portal/contract/users'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { CircleCheck, KeyRound } from 'lucide-react'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { LinkToHandOver } from '../shared/link-to-hand-over.tsx'
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
          uid={user.uid}
          hint="The sign-in service sends no mail here: hand this link over yourself. It works once. They are signed out everywhere and see who obtained it, and their notes stay closed until they or another admin confirm."
        />
      )}
    </div>
  )
}
