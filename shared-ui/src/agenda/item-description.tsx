import { isolated } from '@portal/domain/shown-text'
import { useId, useState } from 'react'
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

/**
 * Texts longer than the first limit are truncated to the second at the end of a word, so that the
 * button pays off.
 */
const long = 200

const kept = 130

/** A text's beginning, and the rest that is shown on demand. */
export function cutText(text: string): { head: string; rest: string } {
  if (text.length <= long) return { head: text, rest: '' }
  const space = text.lastIndexOf(' ', kept)
  const end = space > 0 ? space : kept
  return { head: text.slice(0, end), rest: text.slice(end) }
}
