import type { DirectoryEntry } from '@portal/contract/directory'
import type { PersonOverview } from '@portal/contract/users'
import { EndTermsSection } from './end-terms-section.tsx'
import { directoryField, directoryFieldNames } from '@portal/domain/directory-fields'
import { usePortal } from '@portal/remote-kit/portal'
import { isApiError } from '@portal/remote-kit/client'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link, useNavigate, useParams } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { PersonName } from '@portal/shared-ui/person-name'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Mail, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { DeleteEntryDialog } from '../directory/delete-entry-dialog.tsx'
import { EntryDialog } from '../directory/entry-dialog.tsx'
import { InviteDialog } from '../directory/invite/invite-dialog.tsx'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { personOverviewQuery } from '../shared/person-overview.ts'
import { AdminRightsSection } from './admin-rights-section.tsx'
import { AccountSection } from './account-section.tsx'
import { EndAccessSection } from './end-access-section.tsx'
import { nameOf, PersonSection } from './person-section.tsx'
import sections from '../shared/sections.module.css'
import styles from './person-screen.module.css'

/** Everything that the portal has of one person. */
export function Component() {
  const { entry, account = '' } = useParams()
  const of = entry === undefined ? { account } : { entry }
  const { call } = usePortal()
  const overview = useQuery(personOverviewQuery(call, of))
  const list = entry === undefined ? adminPaths.users : adminPaths.directory
  return (
    <AdminScreen
      title={overview.data ? nameOf(overview.data) : 'Person'}
      subtitle="Their entry in the directory, their account, and what they have access to."
      backTo={list}
      queries={[overview]}
    >
      <QueryPanel
        query={overview}
        failure={(error) =>
          isApiError(error) && error.status === 404
            ? 'This person isn’t in the portal any more.'
            : 'Failed to load this person'
        }
        wayBack={
          <Link to={list} className={buttonStyle('secondary')}>
            {entry === undefined ? 'Open User Management' : 'Open the directory'}
          </Link>
        }
        skeleton={<Skeleton height="30rem" label="Loading the person" />}
      >
        {(person) => <Sections person={person} />}
      </QueryPanel>
    </AdminScreen>
  )
}

function Sections({ person }: { person: PersonOverview }) {
  const { entry, account } = person
  const navigate = useNavigate()
  const name = nameOf(person)
  // Outside the section of the account, which is another one as soon as the person has one.
  const [invited, setInvited] = useState<DirectoryEntry>()
  return (
    <div className={sections.parts}>
      <EntrySection entry={entry} isLinked={account !== undefined} />
      {account ? (
        <>
          <AccountSection account={account} entry={entry} name={name} />
          <AdminRightsSection user={account.user} name={name} />
          <EndAccessSection
            account={account}
            name={name}
            onDeleted={() => void navigate(entry ? adminPaths.person(entry.id) : adminPaths.users)}
          />
        </>
      ) : (
        entry && (
          <>
            <NoAccount entry={entry} onInvite={() => setInvited(entry)} />
            <EndTermsSection entry={entry} />
          </>
        )
      )}
      {invited && <InviteDialog people={[invited]} onClose={() => setInvited(undefined)} />}
    </div>
  )
}

type EntrySectionProps = { entry: DirectoryEntry | undefined; isLinked: boolean }

function EntrySection({ entry, isLinked }: EntrySectionProps) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  if (!entry) {
    return (
      <PersonSection title="Directory entry">
        <p>
          Members don’t find this person in the directory, or the entry isn’t linked to this
          account. Entries are linked under <Link to={adminPaths.notLinked}>Not linked</Link>.
        </p>
      </PersonSection>
    )
  }
  const facts = directoryFieldNames.flatMap((field) => {
    const text = entry[field]
    const { label, options } = directoryField(field)
    return field === 'name' || !text ? [] : [{ label, text: options?.[text] ?? text }]
  })
  const of = <VisuallyHidden> of {entry.name}</VisuallyHidden>
  return (
    <PersonSection title="Directory entry">
      <PersonName name={entry.name} photoUrl={entry.photoUrl} />
      <dl className={styles.facts}>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={sections.buttons}>
        <Button icon={<Pencil />} onClick={() => setDialog('edit')}>
          Edit entry{of}
        </Button>
        <Button variant="quiet" icon={<Trash2 />} onClick={() => setDialog('delete')}>
          Delete entry{of}
        </Button>
      </div>
      <p>
        Deleting the entry takes the person out of the directory.
        {isLinked && ' Whether they can sign in doesn’t change.'}
      </p>
      {dialog === 'edit' && <EntryDialog entry={entry} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteEntryDialog
          entry={entry}
          onClose={() => setDialog(undefined)}
          onDeleted={() => void navigate(adminPaths.directory)}
        />
      )}
    </PersonSection>
  )
}

function NoAccount({ entry, onInvite }: { entry: DirectoryEntry; onInvite: () => void }) {
  return (
    <PersonSection title="Account">
      {entry.email ? (
        <p>No account is linked to this entry. Invite them to let them sign in.</p>
      ) : (
        <p>This person can’t sign in. Add an e-mail address to the entry to invite them.</p>
      )}
      <div className={sections.buttons}>
        <Button variant="primary" icon={<Mail />} disabled={!entry.email} onClick={onInvite}>
          Invite<VisuallyHidden> {entry.name}</VisuallyHidden>
        </Button>
        <Link to={adminPaths.notLinked}>Link an existing account</Link>
      </div>
    </PersonSection>
  )
}
