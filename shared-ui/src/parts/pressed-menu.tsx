import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from '../menu.module.css'
import { VisuallyHidden } from '../visually-hidden.tsx'

export type MenuProps = {
  /** The button's name, for screen readers. */
  label: string
  /** The button's content: an image or an icon without text. */
  button: ReactNode
  /** Shown above the entries: who is signed in. */
  header?: ReactNode
  items: readonly { label: string; icon?: ReactNode; onSelect: () => void }[]
}

type PressedMenuProps = MenuProps & { pressedBy: 'keyboard' | 'pointer' }

/** A menu that is open when it is first shown. The entries are rendered next to the button, in the same landmark. */
export function PressedMenu({ label, button, header, items, pressedBy }: PressedMenuProps) {
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    // Opened by keyboard, a menu has the focus on its first entry.
    place.current?.dispatchEvent(
      pressedBy === 'keyboard'
        ? new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })
        : new MouseEvent('click', { bubbles: true }),
    )
  }, [pressedBy])
  return (
    <HeadlessMenu as="div" className={styles.menu ?? ''}>
      <MenuButton ref={place} className={styles.button ?? ''}>
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
