import type { User } from '@portal/contract/users'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Ban, CircleCheck, LockKeyhole, Pencil, ShieldCheck, Trash2, UserPlus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { AccessButton } from './access-dialog.tsx'
import { AccountStatusButton } from './account-status.tsx'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { Invitation } from './invitation.tsx'
import type { FoundPeople, ListedPerson, Sort } from './people.ts'
import { OpenNotesButton } from './open-notes-dialog.tsx'
import { PeopleSection } from './people-section.tsx'
import { PeopleTable } from './people-table.tsx'

type PasswordUsersProps = FoundPeople & { sort: Sort; onSort: (sort: Sort) => void }

type Asked = { kind: 'edit' | 'delete'; user: User }

export function PasswordUsers({ people, total, sort, onSort }: PasswordUsersProps) {
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<User>()
  const [asked, setAsked] = useState<Asked>()
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => setAsked(undefined)
  const renderActions = useCallback(
    ({ user, name }: ListedPerson) =>
      user && <Actions user={user} name={name} onAsk={(kind) => setAsked({ kind, user })} />,
    [],
  )
  return (
    <PeopleSection
      title="Email/Password Users"
      shown={people.length}
      total={total}
      heading={heading}
      action={
        <Button variant="primary" icon={<UserPlus />} onClick={() => setCreating(true)}>
          Add User
        </Button>
      }
      notice={
        created && (
          <Invitation
            key={created.uid}
            user={created}
            onClose={() => {
              setCreated(undefined)
              heading.current?.focus()
            }}
          />
        )
      }
      empty={{
        title: 'No password accounts yet',
        why: 'Add User creates one for a member without a Google account of the foundation.',
      }}
      table={
        <PeopleTable
          label="Email/Password Users"
          statusHeading="Status"
          people={people}
          sort={sort}
          onSort={onSort}
          renderStatus={renderStatus}
          renderActions={renderActions}
        />
      }
    >
      {creating && <CreateUserDialog onClose={() => setCreating(false)} onCreated={setCreated} />}
      {asked?.kind === 'edit' && <EditUserDialog user={asked.user} onClose={close} />}
      {asked?.kind === 'delete' && (
        <DeleteUserDialog
          user={asked.user}
          onClose={close}
          onDeleted={() => {
            close()
            if (asked.user.uid === created?.uid) setCreated(undefined)
            // The button that opened the dialog is gone with its row.
            requestAnimationFrame(() => heading.current?.focus())
          }}
        />
      )}
    </PeopleSection>
  )
}

const renderStatus = ({ user }: ListedPerson) => <AccountStatus user={user} />

function AccountStatus({ user }: { user: User | undefined }) {
  return (
    <>
      {user?.disabled ? (
        <Badge kind="bad" icon={<Ban />}>
          Disabled
        </Badge>
      ) : (
        <Badge kind="good" icon={<CircleCheck />}>
          Active
        </Badge>
      )}
      {user?.hasSecondFactor && (
        <Badge kind="accent" icon={<ShieldCheck />}>
          Two-step
        </Badge>
      )}
      {user?.closedRecords && (
        <Badge kind="warn" icon={<LockKeyhole />}>
          Notes closed
        </Badge>
      )}
    </>
  )
}

type ActionsProps = { user: User; name: string; onAsk: (kind: Asked['kind']) => void }

function Actions({ user, name, onAsk }: ActionsProps) {
  return (
    <>
      <Button icon={<Pencil />} onClick={() => onAsk('edit')}>
        Edit<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <AccountStatusButton user={user} name={name} />
      <AccessButton user={user} name={name} />
      <OpenNotesButton user={user} name={name} />
      <Button variant="quiet" icon={<Trash2 />} onClick={() => onAsk('delete')}>
        Delete<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </>
  )
}
