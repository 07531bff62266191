import { isEmailOfDomain } from '@portal/contract/email-address'
import { usePortal } from '@portal/remote-kit/portal'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Ban, Shield, ShieldOff, ShieldPlus, User as UserIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { AccessButton } from './access-dialog.tsx'
import { AccountStatusButton } from './account-status.tsx'
import { AddAdminDialog } from './add-admin-dialog.tsx'
import { AdminStatusDialog } from './admin-status-dialog.tsx'
import { type FoundPeople, type ListedPerson, type Sort } from './people.ts'
import { PeopleSection } from './people-section.tsx'
import { PeopleTable } from './people-table.tsx'
import styles from './users-screen.module.css'

type GoogleUsersProps = FoundPeople & { sort: Sort; onSort: (sort: Sort) => void }

export function GoogleUsers({ people, total, sort, onSort }: GoogleUsersProps) {
  const { config } = usePortal()
  const { domain } = config.foundation
  const [asked, setAsked] = useState<ListedPerson>()
  const [adding, setAdding] = useState(false)
  const renderActions = useCallback(
    (person: ListedPerson) =>
      person.admin || isEmailOfDomain(person.email, domain) ? (
        <>
          <Button icon={person.admin ? <ShieldOff /> : <Shield />} onClick={() => setAsked(person)}>
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
      {asked && <AdminStatusDialog person={asked} onClose={() => setAsked(undefined)} />}
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
