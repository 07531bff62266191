import { isolated } from '@portal/domain/shown-text'
import type { DirectoryEntry } from '@portal/contract/directory'
import { Button } from '@portal/shared-ui/button'
import { EmailAddress } from '@portal/shared-ui/email-address'
import { PersonName } from '@portal/shared-ui/person-name'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Pencil, Trash2 } from 'lucide-react'
import styles from './directory-admin.module.css'

type EntryRowProps = { entry: DirectoryEntry; onEdit: () => void; onDelete: () => void }

export function EntryRow({ entry, onEdit, onDelete }: EntryRowProps) {
  const { name, role, title, department, email, phone, photoUrl } = entry
  const more = [title, department].filter(Boolean).map(isolated).join(' · ')
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.name}>
        <PersonName name={name} photoUrl={photoUrl} />
      </th>
      <td>
        {role}
        {more && <span className={styles.soft}>{more}</span>}
      </td>
      <td className={styles.contact}>
        {email ? <EmailAddress email={email} /> : <span className={styles.soft}>No e-mail</span>}
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
