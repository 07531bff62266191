import { containsWords } from '@portal/domain/contains-words'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { ShowMore } from '@portal/shared-ui/show-more'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Table } from '@portal/shared-ui/table'
import { useLimited } from '@portal/shared-ui/use-limited'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Link2, UserCheck } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { adminPaths } from '../../admin-paths.ts'
import { AdminScreen } from '../../shared/admin-screen.tsx'
import { errorMessage } from '../../shared/api-errors.ts'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { ListOrWhy } from '../../shared/list-or-why.tsx'
import { useAct } from '../../shared/use-act.ts'
import styles from '../directory-admin.module.css'
import { messageTimes } from '../directory-sentences.ts'
import { ChooseAccountDialog } from './choose-account-dialog.tsx'
import {
  accountReasons,
  entryReasons,
  type NotLinked,
  type NotLinkedEntry,
  notLinkedQuery,
  useLink,
} from './not-linked-queries.ts'
import { PersonLink } from '../../shared/person-link.tsx'

/** Entries without an account and accounts without an entry, which an admin links by hand. */
export function Component() {
  const { call } = usePortal()
  const notLinked = useQuery(notLinkedQuery(call))
  return (
    <AdminScreen
      title="Not linked"
      subtitle="Who is in the directory without an account, and who has an account without an entry. A Google account of the foundation is linked after its owner’s next sign-in, if exactly one entry has its address."
      backTo={adminPaths.directory}
      queries={[notLinked]}
    >
      <QueryPanel
        query={notLinked}
        failure="Failed to load what isn’t linked"
        skeleton={<Skeleton height="30rem" label="Loading what isn’t linked" />}
      >
        {(known) => <Lists known={known} />}
      </QueryPanel>
    </AdminScreen>
  )
}

function Lists({ known }: { known: NotLinked }) {
  const { entries, accounts, counts } = known
  const { toast } = usePortal()
  const [search, setSearch] = useState('')
  const [choosing, setChoosing] = useState<NotLinkedEntry>()
  const heading = useRef<HTMLHeadingElement>(null)
  const change = useLink()
  const failure = (error: unknown) => errorMessage(error) ?? 'Failed to change the link'
  const unlinking = useAct(change, {
    done: () => toast('The link is removed', { kind: 'good', duration: messageTimes.good }),
    failure,
  })
  const linking = useAct(change, {
    done: ({ id, revision }, { name }: NotLinkedEntry & { account: string }) => {
      setChoosing(undefined)
      // The button that was pressed is gone with its row.
      requestAnimationFrame(() => heading.current?.focus())
      toast(`${isolated(name)} is linked to the account`, {
        kind: 'good',
        duration: messageTimes.bad,
        action: {
          label: 'Undo',
          onSelect: () => void unlinking.act({ id, revision, account: '' }),
        },
      })
    },
    failure,
  })
  const found = {
    entries: entries.filter(({ name, email = '' }) => containsWords(`${name} ${email}`, search)),
    accounts: accounts.filter(({ displayName = '', email }) =>
      containsWords(`${displayName} ${email}`, search),
    ),
  }
  return (
    <div className={styles.parts}>
      <TextField
        className={styles.search}
        type="search"
        label="Search by name or e-mail"
        autoComplete="off"
        value={search}
        onChange={setSearch}
      />
      {!choosing && <RefusalBanner sentence={linking.refused ?? unlinking.refused} />}
      <NotLinkedSection
        title="Entries without an account"
        heading={heading}
        listed={entries.length}
        total={counts.entries}
        found={found.entries}
        empty="Nobody in the directory is without an account."
        columns={[{ title: 'Person' }, { title: 'Why' }, { title: 'Account' }]}
      >
        {(entry) => (
          <tr key={entry.id} className={styles.row}>
            <th scope="row" className={styles.name}>
              <PersonLink entry={entry.id}>{entry.name}</PersonLink>
              <span className={styles.soft}>{entry.email ?? 'No e-mail'}</span>
            </th>
            <td>{entryReasons[entry.reason]}</td>
            <td className={styles.actions}>
              <LinkButton
                entry={entry}
                busy={change.isPending}
                onLink={(account) => void linking.act({ ...entry, account })}
                onChoose={accounts.length === 0 ? undefined : () => setChoosing(entry)}
              />
            </td>
          </tr>
        )}
      </NotLinkedSection>
      <NotLinkedSection
        title="Accounts without an entry"
        listed={accounts.length}
        total={counts.accounts}
        found={found.accounts}
        empty="No account is without a person in the directory."
        columns={[{ title: 'Account' }, { title: 'Why' }]}
      >
        {({ uid, email, displayName, reason }) => (
          <tr key={uid}>
            <th scope="row" className={styles.name}>
              <PersonLink account={uid}>{displayName ?? email}</PersonLink>
              {displayName !== undefined && <span className={styles.soft}>{email}</span>}
            </th>
            <td>{accountReasons[reason]}</td>
          </tr>
        )}
      </NotLinkedSection>
      {choosing && (
        <ChooseAccountDialog
          entry={choosing}
          accounts={accounts}
          linking={linking}
          onLink={(account) => void linking.act({ ...choosing, account })}
          onClose={() => {
            linking.refuse(undefined)
            setChoosing(undefined)
          }}
        />
      )}
    </div>
  )
}

type LinkButtonProps = {
  entry: NotLinkedEntry
  busy: boolean
  onLink: (account: string) => void
  /** Undefined if there is no account to choose. */
  onChoose: (() => void) | undefined
}

/** Links the account with the entry's address, or lets the admin choose one. */
function LinkButton({ entry: { name, account }, busy, onLink, onChoose }: LinkButtonProps) {
  const of = <VisuallyHidden> {name}</VisuallyHidden>
  if (account !== undefined) {
    return (
      <Button icon={<Link2 />} disabled={busy} onClick={() => onLink(account)}>
        Link{of}
      </Button>
    )
  }
  if (!onChoose) return <span className={styles.soft}>No account is left to link</span>
  return (
    <Button variant="quiet" icon={<Link2 />} disabled={busy} onClick={onChoose}>
      Choose an account<VisuallyHidden> for {name}</VisuallyHidden>
    </Button>
  )
}

type SectionProps<T> = {
  title: string
  heading?: RefObject<HTMLHeadingElement | null>
  /** How many were loaded, and how many there are. */
  listed: number
  total: number
  /** Those that match the search. */
  found: T[]
  empty: string
  columns: readonly { title: string }[]
  /** The row of each. */
  children: (each: T) => ReactNode
}

/** How many rows are shown at first, and added at a time. */
const step = 50

function NotLinkedSection<T>(props: SectionProps<T>) {
  const { title, heading, listed, total, found, empty, columns, children } = props
  const id = useId()
  const { shown, showMore } = useLimited(found, step)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
        {title} ({total})
      </h2>
      {total > listed && <p>The first {listed.toLocaleString('en')} are listed.</p>}
      <ListOrWhy
        found={found.length}
        total={total}
        empty={{ title: 'Nothing to link', icon: <UserCheck />, why: empty }}
        nothing="Nobody here matches the search. Try fewer letters."
      >
        <Table label={title} columns={columns}>
          {shown.map(children)}
        </Table>
        <ShowMore shown={shown.length} total={found.length} onMore={showMore} />
      </ListOrWhy>
    </section>
  )
}
