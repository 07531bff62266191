import { type Quarter, quarterName } from '@portal/domain/quarter'
import { nextFreePaper } from '@portal/domain/quarter-papers'
import { mostPapers } from '@portal/domain/slot-names'
import { Button } from '@portal/shared-ui/button'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Mappings } from '../../shared/quarter-queries.ts'
import { useIsSetAside } from '../../shared/slot-settings.ts'
import { AddPaperDialog } from './add-paper-dialog.tsx'
import styles from './quarter-papers.module.css'

/** Of the button that adds a paper; it takes the focus once a paper has left the list. */
export const addPaperId = 'add-paper'

type AddPaperProps = {
  quarter: Quarter
  mappings: Mappings
  /** Whether the page behind has unsaved changes. */
  unsavedBehind: boolean
}

/** Adds a paper after the others, in the next free additional material. */
export function AddPaper(props: AddPaperProps) {
  const { quarter, mappings } = props
  const [open, setOpen] = useState(false)
  const slot = nextFreePaper(quarter, mappings, useIsSetAside())
  if (!slot) {
    return (
      <p className={styles.full}>
        {quarterName(quarter)} has {mostPapers} papers, and no more fit. Unmap one to add another.
      </p>
    )
  }
  return (
    <>
      <Button id={addPaperId} icon={<Plus />} onClick={() => setOpen(true)}>
        Add a paper
      </Button>
      {open && <AddPaperDialog {...props} slot={slot} onClose={() => setOpen(false)} />}
    </>
  )
}
