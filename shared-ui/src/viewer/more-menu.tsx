import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { Ellipsis } from 'lucide-react'
import type { ToolButtonProps } from './tool-button.tsx'
import styles from './toolbar.module.css'

/** The tools that don't fit into the toolbar. Rendered inside the viewer, so that it works in full screen. */
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
