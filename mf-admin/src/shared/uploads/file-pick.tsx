import { sizeText } from '@portal/domain/file-size'
import { isolated } from '@portal/domain/shown-text'
import { Button } from '@portal/shared-ui/button'
import { FileText } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import styles from './file-pick.module.css'

type FilePickProps = { isBusy: boolean; picked: File | undefined; onPick: (file: File) => void }

/** A button that picks one file, and the name of the picked one. */
export function FilePick({ isBusy, picked, onPick }: FilePickProps) {
  const input = useRef<HTMLInputElement>(null)
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (file) onPick(file)
  }
  return (
    <div className={styles.pick}>
      <Button icon={<FileText />} disabled={isBusy} onClick={() => input.current?.click()}>
        {picked ? 'Choose another file' : 'Choose a file'}
      </Button>
      <p role="status" className={styles.name}>
        {picked && `${isolated(picked.name)} · ${sizeText(picked.size)}`}
      </p>
      <input ref={input} type="file" hidden aria-label="File" onChange={pick} />
    </div>
  )
}
