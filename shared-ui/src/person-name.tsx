import { Avatar } from './avatar.tsx'
import styles from './person-name.module.css'

type PersonNameProps = { name: string; photoUrl?: string | undefined }

/** A person in a table row: a small photo and the name. */
export function PersonName({ name, photoUrl }: PersonNameProps) {
  return (
    <span className={styles.who}>
      <Avatar name={name} photoUrl={photoUrl} size="small" />
      {name}
    </span>
  )
}
