import { CircleHelp, LogOut, Settings } from 'lucide-react'
import { Avatar } from './avatar.tsx'
import { Menu } from './menu.tsx'

const select = () => undefined

export function UserMenu() {
  return (
    <Menu
      label="Maria Lopez, account"
      button={<Avatar name="Maria Lopez" />}
      header={<p>Maria Lopez</p>}
      items={[
        { label: 'Help', icon: <CircleHelp aria-hidden="true" />, onSelect: select },
        { label: 'Sign out', icon: <LogOut aria-hidden="true" />, onSelect: select },
      ]}
    />
  )
}

export function WithoutHeader() {
  return (
    <Menu
      label="More actions"
      button={<Settings aria-hidden="true" />}
      items={[
        { label: 'Rename', onSelect: select },
        { label: 'Duplicate as the agenda of the next quarter’s meeting', onSelect: select },
      ]}
    />
  )
}
