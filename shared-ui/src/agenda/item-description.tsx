import { isolated } from '@portal/domain/shown-text'
import { useId, useState } from 'react'
import { cutText } from './cut-text.ts'
import styles from './item-description.module.css'

/** What an agenda item is about; a long text is truncated until the reader expands it. */
export function ItemDescription({ text, of }: { text: string; of: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { head, rest } = cutText(text)
  if (!rest) return <p className={styles.description}>{text}</p>
  return (
    <>
      <p id={id} className={styles.description}>
        {head}
        <span className={styles.cut} hidden={open}>
          …
        </span>
        <span className={styles.rest} hidden={!open}>
          {rest}
        </span>
      </p>
      <button
        type="button"
        className={styles.more}
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${open ? 'Read less' : 'Read more'} about ${isolated(of)}`}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Read less' : 'Read more'}
      </button>
    </>
  )
}
