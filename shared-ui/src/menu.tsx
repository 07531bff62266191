import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import type { ReactNode } from 'react'
import styles from './menu.module.css'

type MenuProps = {
  /** The button's name. */
  label: string
  button: ReactNode
  /** Stands above the entries: who is signed in. */
  header?: ReactNode
  items: readonly { label: string; icon?: ReactNode; onSelect: () => void }[]
}

export function Menu({ label, button, header, items }: MenuProps) {
  return (
    <HeadlessMenu>
      <MenuButton className={styles.button ?? ''} aria-label={label}>
        {button}
      </MenuButton>
      <MenuItems
        className={styles.items ?? ''}
        anchor={{ to: 'bottom end', gap: 8, padding: 8 }}
        modal={false}
      >
        {header === undefined ? null : <div className={styles.header}>{header}</div>}
        {items.map((item) => (
          <MenuItem key={item.label}>
            <button type="button" className={styles.item} onClick={item.onSelect}>
              {item.icon}
              <span>{item.label}</span>
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </HeadlessMenu>
  )
}
