import { isolated } from '@portal/domain/shown-text'
import { use } from 'react'
import { Button } from '../button.tsx'
import styles from './end-of-paper.module.css'
import { PaperEndings } from './reading-contexts.ts'

/** What the reader does next: after the last page, or below what says that there are no pages. */
export function EndOfPaper({ name }: { name: string }) {
  const end = use(PaperEndings)
  if (!end) return null
  const [first, ...others] = end.tools.map(({ label, icon, onPress }) => (
    <Button key={label} icon={icon} onClick={onPress}>
      {label}
    </Button>
  ))
  return (
    <div className={styles.end} role="group" aria-label={`After ${isolated(name)}`}>
      {first}
      {end.next}
      {others}
    </div>
  )
}
