import type { DirectoryEntry } from '@portal/contract/directory'
import { Avatar } from '@portal/shared-ui/avatar'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Pencil, Trash2 } from 'lucide-react'
import styles from './directory-admin.module.css'

type EntryRowProps = { entry: DirectoryEntry; onEdit: () => void; onDelete: () => void }

export function EntryRow({ entry, onEdit, onDelete }: EntryRowProps) {
  const { name, role, title, department, email, phone, photoUrl } = entry
  const more = [title, department].filter(Boolean).join(' · ')
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <span className={styles.who}>
          <Avatar name={name} photoUrl={photoUrl} size="small" />
          {name}
        </span>
      </th>
      <td>
        {role}
        {more && <span className={styles.soft}>{more}</span>}
      </td>
      <td className={styles.contact}>
        {email ? <Address email={email} /> : <span className={styles.soft}>No e-mail</span>}
        {phone ? <span>{phone}</span> : <span className={styles.soft}>No phone</span>}
      </td>
      <td className={styles.actions}>
        <Button icon={<Pencil />} onClick={onEdit}>
          Edit<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Button variant="quiet" icon={<Trash2 />} onClick={onDelete}>
          Delete<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </td>
    </tr>
  )
}

/** May break before the @, where it reads best. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
