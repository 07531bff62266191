import type { PersonOverview } from '@portal/contract/users'
import { isGoogleUser } from '@portal/domain/google-user'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Trash2, UserX } from 'lucide-react'
import { useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AccessActDialog } from '../users/access-dialog.tsx'
import { AccountStatusButton } from '../users/account-status.tsx'
import { DeleteUserDialog } from '../users/delete-user-dialog.tsx'
import { PersonSection } from './person-section.tsx'
import styles from './person-screen.module.css'

type EndAccessSectionProps = {
  account: NonNullable<PersonOverview['account']>
  name: string
  onDeleted: () => void
}

/** The ways to end a person's access and how they differ, the most useful one first. */
export function EndAccessSection({
  account: { user, access },
  name,
  onDeleted,
}: EndAccessSectionProps) {
  const { person } = usePortal()
  const [dialog, setDialog] = useState<'remove' | 'delete'>()
  const close = () => setDialog(undefined)
  if (user.uid === person.uid) return null
  return (
    <PersonSection title={user.disabled ? 'Access has ended' : 'End access'}>
      <p>
        <Link to={adminPaths.leaving(user.uid)}>When a person leaves</Link> has all of it in order:
        what to hand over, what they can take along, erasing, and what is kept.
      </p>
      <ul className={styles.acts}>
        <li>
          <p>
            <strong>Remove access</strong> is for a person who leaves. They are signed out
            everywhere, their account is disabled, and they stop being an admin if they are one.
            Nothing of theirs is deleted.
          </p>
          <Button
            variant="danger"
            icon={<UserX />}
            disabled={access.refusal !== undefined || (user.disabled && !access.isAdmin)}
            onClick={() => setDialog('remove')}
          >
            Remove access<VisuallyHidden> of {name}</VisuallyHidden>
          </Button>
          {access.refusal !== undefined && <p>{access.refusal}</p>}
        </li>
        <li>
          <p>
            <strong>Disable</strong> is for a pause. They are signed out everywhere and can’t sign
            in until an admin enables the account again. An admin’s status has to be revoked first.
          </p>
          <AccountStatusButton user={user} name={name} />
        </li>
        {!isGoogleUser(user) && (
          <li>
            <p>
              <strong>Delete</strong> can’t be undone. The account is deleted with its notes and
              what it has read. The entry in the directory stays.
            </p>
            <Button variant="quiet" icon={<Trash2 />} onClick={() => setDialog('delete')}>
              Delete account<VisuallyHidden> of {name}</VisuallyHidden>
            </Button>
          </li>
        )}
      </ul>
      {dialog === 'remove' && (
        <AccessActDialog user={user} name={name} access={access} act="remove" onClose={close} />
      )}
      {dialog === 'delete' && (
        <DeleteUserDialog
          user={user}
          onClose={close}
          onDeleted={() => {
            close()
            onDeleted()
          }}
        />
      )}
    </PersonSection>
  )
}
