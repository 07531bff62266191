import { isolated } from '@portal/domain/shown-text'
import type { DirectoryEntry } from '@portal/contract/directory'
import { Avatar } from '@portal/shared-ui/avatar'
import { Card } from '@portal/shared-ui/card'
import { ContactList } from './contact-list.tsx'
import styles from './person-card.module.css'
import { SideBadge } from './side-badge.tsx'

/** One person of the directory, with their contact links. */
export function PersonCard({ person }: { person: DirectoryEntry }) {
  const place = placeOf(person)
  return (
    <Card as="article" className={styles.card}>
      <div className={styles.who}>
        <span className={styles.photo}>
          <Avatar name={person.name} photoUrl={person.photoUrl} size="large" />
        </span>
        <div className={styles.words}>
          <h2 className={styles.name}>{person.name}</h2>
          <p className={styles.role}>{person.role}</p>
          <SideBadge type={person.type} />
        </div>
      </div>
      {place && <p className={styles.place}>{place}</p>}
      {person.bio && <p className={styles.bio}>{person.bio}</p>}
      <ContactList person={person} />
    </Card>
  )
}

/** Title and department, if they say more than the role. */
export function placeOf({ role, title, department }: DirectoryEntry): string {
  const own = title?.toLowerCase() === role.toLowerCase() ? undefined : title
  return [own, department].filter(Boolean).map(isolated).join(' · ')
}
