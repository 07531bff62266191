import { Avatar } from '../avatar.tsx'
import { PressedMenu } from './pressed-menu.tsx'

const select = () => undefined

export function Open() {
  return (
    <PressedMenu
      label="Maria Lopez, account"
      button={<Avatar name="Maria Lopez" />}
      header={<p>Maria Lopez</p>}
      items={[
        { label: 'Help', onSelect: select },
        { label: 'Sign out', onSelect: select },
      ]}
      pressedBy="pointer"
    />
  )
}
