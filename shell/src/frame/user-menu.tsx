import { isolated } from '@portal/domain/shown-text'
import type { Person } from '@portal/contract/portal'
import { Avatar } from '@portal/shared-ui/avatar'
import { Menu } from '@portal/shared-ui/menu'
import { LogOut, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { accountPath } from '../shell-paths.ts'
import styles from './user-menu.module.css'

type UserMenuProps = { person: Person; onSignOut: () => void }

export function UserMenu({ person, onSignOut }: UserMenuProps) {
  const name = person.displayName || 'User'
  const navigate = useNavigate()
  return (
    <Menu
      label={`Account of ${isolated(name)}`}
      button={<Avatar name={name} photoUrl={person.photoUrl} />}
      header={
        <div className={styles.who}>
          <b>{name}</b>
          <span>{person.email}</span>
        </div>
      }
      items={[
        {
          label: 'Your Account',
          icon: <UserRound aria-hidden="true" />,
          onSelect: () => void navigate(accountPath),
        },
        { label: 'Sign Out', icon: <LogOut aria-hidden="true" />, onSelect: onSignOut },
      ]}
    />
  )
}
