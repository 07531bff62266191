import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './side-panel.module.css'
import { ToolButton } from './tool-button.tsx'

type SidePanelProps = {
  title: string
  onClose: () => void
  /** `afterChoice` closes the panel where it covers the pages. */
  children: (afterChoice: () => void) => ReactNode
}

/** Beside the pages; over them where there is no room. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [title])
  const afterChoice = () => {
    const covers = panel.current && getComputedStyle(panel.current).position === 'absolute'
    if (covers) onClose()
  }
  return (
    <aside ref={panel} className={styles.panel} aria-label={title} tabIndex={-1}>
      <header className={styles.header}>
        <span className={styles.title}>{title}</span>
        <ToolButton label={`Close ${title.toLowerCase()}`} icon={<X />} onPress={onClose} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div className={styles.scroll} role="group" aria-label={title} tabIndex={0}>
        {children(afterChoice)}
      </div>
    </aside>
  )
}
