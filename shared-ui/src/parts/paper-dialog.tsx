import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { narrowerThan, useWidth } from '../use-width.ts'
import { ToolbarPlace } from '../viewer/reading-contexts.ts'
import styles from './paper-dialog.module.css'

type PaperDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** 95 % of the window, or all of it. */
  size: 'large' | 'full'
  children: ReactNode
}

/** A paper over the page. Its bar has the name, the viewer's tools, and Close. */
export function PaperDialog({ children, ...dialog }: PaperDialogProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <Dialog {...dialog} flush bar={<ToolsPlace onPlace={setPlace} />}>
      <ToolbarPlace value={place}>{children}</ToolbarPlace>
    </Dialog>
  )
}

/** Too narrow for the tools, which are then above the pages. */
const isTight = narrowerThan(24)

function ToolsPlace({ onPlace }: { onPlace: (place: HTMLElement | null) => void }) {
  const place = useRef<HTMLDivElement>(null)
  const tight = useWidth(place, isTight)
  useEffect(() => {
    onPlace(tight ? null : place.current)
    return () => onPlace(null)
  }, [tight, onPlace])
  return <div ref={place} className={styles.tools} />
}
