import { isEmailOfDomain, comparableEmail } from '@portal/domain/email-address'
import { counted } from '@portal/domain/counted'
import { usePortal } from '@portal/remote-kit/portal'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Ban, Shield, ShieldOff, ShieldPlus, User as UserIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { AccessButton } from './access-dialog.tsx'
import { AdminStatusDialog, useAdminStatus } from './admin-status.tsx'
import { AccountStatusButton } from './account-status.tsx'
import type { FoundPeople, ListedPerson, Sort } from './people.ts'
import { PeopleSection } from './people-section.tsx'
import { PeopleTable } from './people-table.tsx'
import styles from './users-screen.module.css'
import { TextField } from '@portal/shared-ui/field'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'

type GoogleUsersProps = FoundPeople & {
  sort: Sort
  onSort: (sort: Sort) => void
  /** How many people with passwords match the search. */
  others: number
}

export function GoogleUsers({ people, total, sort, onSort, others }: GoogleUsersProps) {
  const { config } = usePortal()
  const { domain } = config.foundation
  const [opened, setOpened] = useState<ListedPerson>()
  const [adding, setAdding] = useState(false)
  const renderActions = useCallback(
    (person: ListedPerson) =>
      person.admin || isEmailOfDomain(person.email, domain) ? (
        <>
          <Button
            icon={person.admin ? <ShieldOff /> : <Shield />}
            onClick={() => setOpened(person)}
          >
            {person.admin ? 'Revoke Admin' : 'Grant Admin'}
            <VisuallyHidden> {person.name}</VisuallyHidden>
          </Button>
          {person.user && <AccountStatusButton user={person.user} name={person.name} />}
          {person.user && <AccessButton user={person.user} name={person.name} />}
        </>
      ) : (
        <span className={styles.soft}>Not at @{domain}: can’t sign in here</span>
      ),
    [domain],
  )
  return (
    <PeopleSection
      title="Google Authenticated Users"
      shown={people.length}
      total={total}
      note={`Everyone with a Google account at @${domain} can sign in and appears here after the first time.`}
      action={
        <Button icon={<ShieldPlus />} onClick={() => setAdding(true)}>
          Add admin by e-mail
        </Button>
      }
      elsewhere={
        others > 0
          ? `Nobody with a Google account matches. See Email/Password Users: ${counted(others, 'user')}.`
          : undefined
      }
      empty={{
        title: 'Nobody has signed in with Google yet',
        why: 'People appear here after their first sign-in.',
      }}
      table={
        <PeopleTable
          label="Google Authenticated Users"
          statusHeading="Admin Status"
          people={people}
          sort={sort}
          onSort={onSort}
          renderStatus={renderStatus}
          renderActions={renderActions}
        />
      }
    >
      {opened && <AdminStatusDialog person={opened} onClose={() => setOpened(undefined)} />}
      {adding && <AddAdminDialog onClose={() => setAdding(false)} />}
    </PeopleSection>
  )
}

const renderStatus = (person: ListedPerson) => <AdminStatus person={person} />

function AdminStatus({ person: { admin, user } }: { person: ListedPerson }) {
  return (
    <span className={styles.states}>
      {admin ? (
        <Badge kind="accent" icon={<Shield />}>
          Admin
        </Badge>
      ) : (
        <Badge icon={<UserIcon />}>User</Badge>
      )}
      {user?.disabled && (
        <Badge kind="bad" icon={<Ban />}>
          Disabled
        </Badge>
      )}
    </span>
  )
}

/** Designates a person who may never have signed in yet. */
function AddAdminDialog({ onClose }: { onClose: () => void }) {
  const { config } = usePortal()
  const { domain } = config.foundation
  const [email, setEmail] = useState('')
  const { save, refused, busy } = useAdminStatus(onClose)
  return (
    <FormDialog
      title="Add admin by e-mail"
      verb="Grant Admin"
      unsaved={email !== ''}
      busy={busy}
      onSubmit={() => void save({ email: comparableEmail(email), admin: true })}
      onClose={onClose}
    >
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={setEmail}
        error={refused}
        hint={`An address at @${domain}. Its owner is an admin from the moment they sign in with Google, and can grant and revoke admin status.`}
      />
    </FormDialog>
  )
}
