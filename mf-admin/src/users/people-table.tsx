import { dateText } from '@portal/domain/time-text'
import type { PortalConfig } from '@portal/contract/portal'
import { usePortal } from '@portal/remote-kit/portal'
import { Avatar } from '@portal/shared-ui/avatar'
import { Badge } from '@portal/shared-ui/badge'
import { EmailAddress } from '@portal/shared-ui/email-address'
import { ShowMore } from '@portal/shared-ui/show-more'
import { Table } from '@portal/shared-ui/table'
import { useLimited } from '@portal/shared-ui/use-limited'
import { memo, type ReactNode } from 'react'
import type { ListedPerson, Sort } from './people.ts'
import styles from './people-table.module.css'
import { PersonLink } from '../shared/person-link.tsx'

type PeopleTableProps = {
  /** Sorted already. */
  people: ListedPerson[]
  label: string
  statusHeading: string
  sort: Sort
  onSort: (sort: Sort) => void
} & Renders

/** The same functions in every render, so that typing in the search doesn't render the rows. */
type Renders = {
  renderStatus: (person: ListedPerson) => ReactNode
  renderActions: (person: ListedPerson) => ReactNode
}

/**
 * How many rows are shown at first, and how many are added at a time, so that large tables stay
 * fast.
 */
const step = 50

/** One row per person; on a phone the rows become blocks. */
export function PeopleTable(props: PeopleTableProps) {
  const { people, label, statusHeading, sort, onSort, renderStatus, renderActions } = props
  const { shown, showMore } = useLimited(people, step)
  const columns = [
    { by: 'name', title: 'User' },
    { by: 'email', title: 'E-mail' },
    { by: 'status', title: statusHeading },
    { title: 'Actions' },
  ] as const
  return (
    <>
      <Table label={label} columns={columns} sort={sort} onSort={onSort}>
        <Rows people={shown} renderStatus={renderStatus} renderActions={renderActions} />
      </Table>
      <ShowMore shown={shown.length} total={people.length} onMore={showMore} />
    </>
  )
}

const Rows = memo(function Rows({
  people,
  renderStatus,
  renderActions,
}: Renders & { people: ListedPerson[] }) {
  return people.map((person) => (
    <tr className={styles.row} key={person.user?.uid ?? person.email}>
      <th scope="row" className={styles.user}>
        <Who person={person} />
      </th>
      <td className={styles.email}>
        <Address email={person.email} />
      </td>
      <td>{renderStatus(person)}</td>
      <td>
        <div className={styles.actions}>{renderActions(person)}</div>
      </td>
    </tr>
  ))
})

function Who({ person: { name, user, email } }: { person: ListedPerson }) {
  const { person: reader, config } = usePortal()
  return (
    <span className={styles.who}>
      <Avatar name={name} size="small" />
      <span className={styles.words}>
        <span className={styles.name}>
          {user ? <PersonLink account={user.uid}>{name}</PersonLink> : name}
          {email !== '' && email === reader.email && <Badge kind="accent">You</Badge>}
        </span>
        <span className={styles.detail}>{lastSignIn(user?.lastSignInAt, config)}</span>
      </span>
    </span>
  )
}

function lastSignIn(at: string | undefined, { foundation }: PortalConfig): string {
  if (at === undefined) return 'Has never signed in'
  return `Last signed in on ${dateText(at, foundation.timeZone)}`
}

function Address({ email }: { email: string }) {
  return email === '' ? <span className={styles.detail}>None</span> : <EmailAddress email={email} />
}
