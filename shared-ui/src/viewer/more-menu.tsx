import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { Ellipsis } from 'lucide-react'
import type { ToolButtonProps } from './tool-button.tsx'
import styles from './toolbar.module.css'

/** The tools that the toolbar has no room for. Inside the viewer's own element, so that full screen shows it. */
export function MoreMenu({ tools }: { tools: ToolButtonProps[] }) {
  return (
    <Menu as="div" className={styles.more}>
      <MenuButton className={styles.tool} aria-label="More">
        <Ellipsis />
        <span className={styles.tip} aria-hidden="true">
          More
        </span>
      </MenuButton>
      <MenuItems modal={false} className={styles.menu}>
        {tools.map((tool) => (
          <MenuItem key={tool.label} disabled={tool.disabled ?? false}>
            <button type="button" className={styles.menuItem} onClick={tool.onPress}>
              {tool.icon}
              {tool.label}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  )
}
