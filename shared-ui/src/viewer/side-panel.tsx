import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect } from 'react'
import styles from './side-panel.module.css'
import { ToolButton } from './tool-button.tsx'

type SidePanelProps = {
  ref: RefObject<HTMLElement | null>
  title: string
  onClose: () => void
  /** Over the pages, which stay as they are: over their margin at the side, or as a sheet at the lower edge. */
  over?: 'margin' | 'sheet'
  /** Buttons before the one that closes it. */
  tools?: ReactNode
  children: ReactNode
}

/** Shown next to the pages, or over them in a narrow space. */
export function SidePanel(props: SidePanelProps) {
  const { ref, title, onClose, over, tools, children } = props
  useEffect(() => ref.current?.focus(), [ref])
  return (
    // In the tab order: a menu that opens it would take the focus back from anything else.
    <aside
      ref={ref}
      className={clsx(styles.panel, over && styles[over])}
      data-over-pages={over}
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <header className={styles.header}>
        <span className={styles.title}>{title}</span>
        {tools}
        <ToolButton label={`Close ${title.toLowerCase()}`} icon={<X />} onPress={onClose} />
      </header>
      <div className={styles.scroll}>{children}</div>
    </aside>
  )
}
