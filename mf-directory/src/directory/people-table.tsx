import type { DirectoryEntry } from '@portal/contract/directory'
import { EmailAddress } from '@portal/shared-ui/email-address'
import { PersonName } from '@portal/shared-ui/person-name'
import { Table } from '@portal/shared-ui/table'
import { mailLink, phoneLink } from './contact-links.ts'
import styles from './people-table.module.css'
import { placeOf } from './person-card.tsx'
import { SideBadge } from './side-badge.tsx'

const columns = ['Name', 'Role', 'Type', 'E-mail', 'Phone'].map((title) => ({ title }))

/** The directory as a table; its rows become blocks on a phone. */
export function PeopleTable({ people }: { people: DirectoryEntry[] }) {
  return (
    <div className={styles.people}>
      <Table label="Board and staff" columns={columns}>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </Table>
    </div>
  )
}

function PersonRow({ person }: { person: DirectoryEntry }) {
  const { name, role, type, email, phone, photoUrl } = person
  const place = placeOf(person)
  return (
    <tr>
      <th scope="row">
        <PersonName name={name} photoUrl={photoUrl} />
      </th>
      <td className={styles.role}>
        {role}
        {place && <span className={styles.place}>{place}</span>}
      </td>
      <td>
        <SideBadge type={type} />
      </td>
      <td>
        {email ? (
          <a className={styles.link} href={mailLink(email)}>
            <EmailAddress email={email} />
          </a>
        ) : (
          <Nothing />
        )}
      </td>
      <td>
        {phone ? (
          <a className={`${styles.link} ${styles.phone}`} href={phoneLink(phone)}>
            {phone}
          </a>
        ) : (
          <Nothing />
        )}
      </td>
    </tr>
  )
}

function Nothing() {
  return <span className={styles.nothing}>None given</span>
}
