import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect } from 'react'
import styles from './side-panel.module.css'
import { ToolButton } from './tool-button.tsx'

type SidePanelProps = {
  ref: RefObject<HTMLElement | null>
  title: string
  onClose: () => void
  /** Buttons before the one that closes it. */
  tools?: ReactNode
  children: ReactNode
}

/** Shown next to the pages, or over them in a narrow space. */
export function SidePanel({ ref, title, onClose, tools, children }: SidePanelProps) {
  useEffect(() => ref.current?.focus(), [ref])
  return (
    // In the tab order: a menu that opens it would take the focus back from anything else.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <aside ref={ref} className={styles.panel} aria-label={title} tabIndex={0}>
      <header className={styles.header}>
        <span className={styles.title}>{title}</span>
        {tools}
        <ToolButton label={`Close ${title.toLowerCase()}`} icon={<X />} onPress={onClose} />
      </header>
      <div className={styles.scroll}>{children}</div>
    </aside>
  )
}
