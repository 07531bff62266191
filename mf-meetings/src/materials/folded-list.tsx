import { Button } from '@portal/shared-ui/button'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import styles from './materials-screen.module.css'

/** On a tablet the list stands folded above the paper, so that the paper has the width. */
export function FoldedList({ count, children }: { count: number; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <Button
        icon={<ChevronDown aria-hidden className={open ? styles.turned : undefined} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide the list' : `All materials (${count})`}
      </Button>
      <div id={id} hidden={!open} className={styles.folded}>
        {children}
      </div>
    </div>
  )
}
