import type { DirectoryEntry } from '@portal/contract/directory'
import type { PersonOverview } from '@portal/contract/users'
import { isGoogleUser } from '@portal/domain/google-user'
import { dateText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { LockKeyhole, LogOut, Mail, Pencil, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { InviteDialog } from '../directory/invite/invite-dialog.tsx'
import { type AccessAct, AccessActDialog, signedIn } from '../users/access-dialog.tsx'
import { EditUserDialog } from '../users/edit-user-dialog.tsx'
import { OpenNotesButton } from '../users/open-notes-dialog.tsx'
import { PersonSection } from './person-section.tsx'
import sections from '../shared/sections.module.css'
import styles from './person-screen.module.css'

type Account = NonNullable<PersonOverview['account']>
type AccountSectionProps = {
  account: Account
  entry: DirectoryEntry | undefined
  name: string
}

/** How a person signs in, whether they have been invited, and where they are signed in. */
export function AccountSection({ account: { user, access }, entry, name }: AccountSectionProps) {
  const { config } = usePortal()
  const { timeZone } = config.foundation
  const [dialog, setDialog] = useState<AccessAct | 'edit' | 'invite'>()
  const close = () => setDialog(undefined)
  const isGoogle = isGoogleUser(user)
  const provider = config.identity.providerName ?? 'Google'
  const mayBeInvited = !isGoogle && user.lastSignInAt === undefined && !user.disabled
  const of = <VisuallyHidden> of {name}</VisuallyHidden>
  const facts = [
    ['E-mail', user.email || 'None'],
    ['Signs in with', isGoogle ? provider : 'A password'],
    ...(user.isOutsiders ? [['Kind', 'A guest or an assistant, not a member']] : []),
    ['Status', user.disabled ? 'Disabled: can’t sign in' : 'Active'],
    [
      'Last sign-in',
      user.lastSignInAt === undefined
        ? 'Has never signed in'
        : dateText(user.lastSignInAt, timeZone),
    ],
    ['Signed in now', signedIn(access.signIns)],
    ...(isGoogle ? [] : [['Two-step sign-in', user.hasSecondFactor ? 'On' : 'Off']]),
  ]
  return (
    <PersonSection title="Account">
      <dl className={styles.facts}>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {user.closedRecords && (
        <Banner kind="warn" icon={<LockKeyhole />}>
          Their notes are closed, because an admin has set their password.
        </Banner>
      )}
      <div className={sections.buttons}>
        {mayBeInvited && (
          <Button variant="primary" icon={<Mail />} onClick={() => setDialog('invite')}>
            Invite<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
        {!isGoogle && (
          <Button icon={<Pencil />} onClick={() => setDialog('edit')}>
            Edit account{of}
          </Button>
        )}
        <Button
          icon={<LogOut />}
          disabled={access.signIns === 0}
          onClick={() => setDialog('sign out')}
        >
          Sign out everywhere
        </Button>
        {user.hasSecondFactor && (
          <Button icon={<ShieldOff />} onClick={() => setDialog('reset')}>
            Reset two-step sign-in
          </Button>
        )}
        <OpenNotesButton user={user} name={name} />
      </div>
      {dialog === 'edit' && <EditUserDialog user={user} onClose={close} />}
      {dialog === 'invite' && (
        <InviteDialog
          people={[{ name: entry?.name ?? name, email: user.email, uid: user.uid }]}
          onClose={close}
        />
      )}
      {(dialog === 'sign out' || dialog === 'reset') && (
        <AccessActDialog user={user} name={name} access={access} act={dialog} onClose={close} />
      )}
    </PersonSection>
  )
}
