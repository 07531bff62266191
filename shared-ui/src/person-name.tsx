import { Avatar } from './avatar.tsx'
import styles from './person-name.module.css'

type PersonNameProps = { name: string; photoUrl?: string | undefined }

/** Who a row of a table is about: the small photo, and the name beside it. */
export function PersonName({ name, photoUrl }: PersonNameProps) {
  return (
    <span className={styles.who}>
      <Avatar name={name} photoUrl={photoUrl} size="small" />
      {name}
    </span>
  )
}
