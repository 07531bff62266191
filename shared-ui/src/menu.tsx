import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import type { ReactNode } from 'react'
import styles from './menu.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type MenuProps = {
  /** The button's name, for screen readers. */
  label: string
  /** The button's content: an image or an icon without text. */
  button: ReactNode
  /** Shown above the entries: who is signed in. */
  header?: ReactNode
  items: readonly { label: string; icon?: ReactNode; onSelect: () => void }[]
}

/** The entries are rendered next to the button, in the same landmark. */
export function Menu({ label, button, header, items }: MenuProps) {
  return (
    <HeadlessMenu as="div" className={styles.menu ?? ''}>
      <MenuButton className={styles.button ?? ''}>
        {button}
        <VisuallyHidden>{label}</VisuallyHidden>
      </MenuButton>
      <MenuItems className={styles.items ?? ''} modal={false}>
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
