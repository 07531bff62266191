import type { Person } from '@portal/contract/portal'
import { Avatar } from '@portal/shared-ui/avatar'
import { Menu } from '@portal/shared-ui/menu'
import { LogOut } from 'lucide-react'
import styles from './user-menu.module.css'

type UserMenuProps = { person: Person; onSignOut: () => void }

export function UserMenu({ person, onSignOut }: UserMenuProps) {
  const name = person.displayName || 'User'
  return (
    <Menu
      label={`Account of ${name}`}
      button={<Avatar name={name} photoUrl={person.photoUrl} />}
      header={
        <div className={styles.who}>
          <b>{name}</b>
          <span>{person.email}</span>
        </div>
      }
      items={[{ label: 'Sign Out', icon: <LogOut aria-hidden="true" />, onSelect: onSignOut }]}
    />
  )
}
