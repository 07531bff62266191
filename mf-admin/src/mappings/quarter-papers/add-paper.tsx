import type { MeetingRef } from '@portal/domain/meeting-ref'
import { mostPapers } from '@portal/domain/slot-names'
import { Button } from '@portal/shared-ui/button'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { nextPaper } from '../../shared/next-paper.ts'
import type { Mappings } from '../../shared/quarter-queries.ts'
import { useIsSetAside } from '../../shared/slot-settings.ts'
import { AddPaperDialog } from './add-paper-dialog.tsx'
import styles from './quarter-papers.module.css'

/** Of the button that adds a paper; it takes the focus once a paper has left the list. */
export const addPaperId = 'add-paper'

type AddPaperProps = {
  meeting: MeetingRef
  /** What it is called in sentences. */
  name: string
  mappings: Mappings
  /** Whether the page behind has unsaved changes. */
  unsavedBehind: boolean
}

/** Adds a paper after the others. */
export function AddPaper(props: AddPaperProps) {
  const { meeting, name, mappings } = props
  const [open, setOpen] = useState(false)
  const isSetAside = useIsSetAside()
  // The same place until the list changes: a paper that is sent again doesn't become two.
  const slot = useMemo(
    () => nextPaper(meeting, mappings, isSetAside),
    [meeting, mappings, isSetAside],
  )
  if (!slot) {
    return (
      <p className={styles.full}>
        {name} has {mostPapers} papers, and no more fit. Unmap one to add another.
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
