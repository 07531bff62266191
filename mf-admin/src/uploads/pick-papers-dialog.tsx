import { paperTypesInWords } from '@portal/domain/paper-types'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { FileText, FolderOpen } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { filesOfInput, type PickedFile } from './picked-files.ts'
import styles from './uploads-panel.module.css'

type PickPapersDialogProps = {
  open: boolean
  onClose: () => void
  onPick: (files: PickedFile[]) => void
}

/** Picks files or a folder, for those who don't drag. */
export function PickPapersDialog({ open, onClose, onPick }: PickPapersDialogProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picked = filesOfInput(target.files ?? [])
    target.value = ''
    if (picked.length === 0) return
    onPick(picked)
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} title="Upload papers" size="small">
      <p>
        The portal takes {paperTypesInWords} of up to 200 MB. You can also drop files or a folder
        anywhere in the admin area.
      </p>
      <div className={styles.pickers}>
        <Button variant="primary" icon={<FileText />} onClick={() => files.current?.click()}>
          Choose files
        </Button>
        {canPickFolders && (
          <Button icon={<FolderOpen />} onClick={() => folder.current?.click()}>
            Choose a folder
          </Button>
        )}
      </div>
      <input ref={files} type="file" multiple hidden aria-label="Files" onChange={pick} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Folder"
        onChange={pick}
        {...{ webkitdirectory: '' }}
      />
    </Dialog>
  )
}

/** Phones pick files only; some of their browsers have the attribute nevertheless. */
const canPickFolders =
  'webkitdirectory' in HTMLInputElement.prototype &&
  !matchMedia('(pointer: coarse) and (hover: none)').matches
