import type { User } from '@portal/contract/users'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import {
  Ban,
  CircleCheck,
  LockKeyhole,
  Pencil,
  ShieldCheck,
  Trash2,
  UserPlus,
  KeyRound,
} from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { AccessButton } from './access-dialog.tsx'
import { AccountStatusButton } from './account-status.tsx'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import type { FoundPeople, ListedPerson, Sort } from './people.ts'
import { OpenNotesButton } from './open-notes-dialog.tsx'
import { PeopleSection } from './people-section.tsx'
import { PeopleTable } from './people-table.tsx'
import { isolated } from '@portal/domain/shown-text'
import { counted } from '@portal/domain/counted'
import { useAct } from '../shared/use-act.ts'
import { userErrorMessage } from './users-sentences.ts'
import { Banner } from '@portal/shared-ui/banner'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { LinkToHandOver, useInvitation } from '../shared/link-to-hand-over.tsx'
import styles from './user-dialogs.module.css'

type PasswordUsersProps = FoundPeople & {
  sort: Sort
  onSort: (sort: Sort) => void
  /** How many people with Google accounts match the search. */
  others: number
}

type OpenDialog = { kind: 'edit' | 'delete'; user: User }

export function PasswordUsers({ people, total, sort, onSort, others }: PasswordUsersProps) {
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<User>()
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => setOpenDialog(undefined)
  const renderActions = useCallback(
    ({ user, name }: ListedPerson) =>
      user && <Actions user={user} name={name} onAsk={(kind) => setOpenDialog({ kind, user })} />,
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
      elsewhere={
        others > 0
          ? `Nobody with a password matches. See Google Authenticated Users: ${counted(others, 'user')}.`
          : undefined
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
      {openDialog?.kind === 'edit' && <EditUserDialog user={openDialog.user} onClose={close} />}
      {openDialog?.kind === 'delete' && (
        <DeleteUserDialog
          user={openDialog.user}
          onClose={close}
          onDeleted={() => {
            close()
            if (openDialog.user.uid === created?.uid) setCreated(undefined)
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

type ActionsProps = { user: User; name: string; onAsk: (kind: OpenDialog['kind']) => void }

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

type InvitationProps = { user: User; onClose: () => void }

/** Offers a link with which the owner of a new account chooses a password. */
function Invitation({ user, onClose }: InvitationProps) {
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
            uid={user.uid}
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
