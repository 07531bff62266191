import { isolated } from '@portal/domain/shown-text'
import type { User } from '@portal/contract/users'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { KeyRound, UserPlus } from 'lucide-react'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { useAct } from '../shared/use-act.ts'
import { LinkToHandOver } from './reset-link.tsx'
import styles from './user-dialogs.module.css'
import { useInvitation } from './user-queries.ts'
import { userErrorMessage } from './users-sentences.ts'

type InvitationProps = { user: User; onClose: () => void }

/** Offers a link by which a new account's owner chooses their own password. */
export function Invitation({ user, onClose }: InvitationProps) {
  const invitation = useInvitation()
  const creation = useAct(invitation, { failure: (error) => userErrorMessage(error, 'edit user') })
  const name = user.displayName || user.email
  const link = invitation.data?.link

  return (
    <Banner kind="good" icon={<UserPlus />}>
      <div className={styles.invitation}>
        <p>
          {isolated(name)} can sign in. Hand over an invitation to let them choose their own
          password.
        </p>
        <RefusalBanner sentence={creation.refused} />
        {link !== undefined && (
          <LinkToHandOver
            label={`Invitation of ${isolated(name)}`}
            link={link}
            hint="Nothing is sent: hand this link over yourself. It works once."
          />
        )}
        <div className={styles.invitationButtons}>
          {link === undefined && (
            <Button
              icon={<KeyRound />}
              busy={creation.busy}
              onClick={() => void creation.act(user.uid)}
            >
              Create invitation
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Banner>
  )
}
