import { Button } from '@portal/shared-ui/button'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { MaterialList, type MaterialListProps } from './material-list.tsx'
import styles from './materials-screen.module.css'

/** The list, collapsed above the paper if there is no room next to it. */
export function FoldedList(list: MaterialListProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <Button
        className={styles.fold}
        icon={<ChevronDown aria-hidden className={open ? styles.turned : undefined} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide the list' : `All materials (${list.materials.length})`}
      </Button>
      <div id={id} hidden={!open} className={styles.folded}>
        <MaterialList {...list} />
      </div>
    </div>
  )
}
