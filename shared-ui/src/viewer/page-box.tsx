import { type FormEvent, useRef, useState } from 'react'
import { selectOnFocus } from '../select-on-focus.ts'
import styles from './toolbar.module.css'

type PageBoxProps = { page: number; pages: number; onGo: (page: number) => void }

/** "12 / 84": shows the current page and accepts another one. */
export function PageBox({ page, pages, onGo }: PageBoxProps) {
  const [draft, setDraft] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const go = (event?: FormEvent) => {
    event?.preventDefault()
    const wanted = Number.parseInt(draft ?? '', 10)
    if (wanted >= 1) onGo(Math.min(wanted, pages))
    setDraft(undefined)
    if (event) input.current?.select()
  }
  return (
    <form className={styles.pageBox} onSubmit={go}>
      <input
        ref={input}
        className={styles.pageInput}
        aria-label={`Page, of ${pages}`}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        value={draft ?? String(page)}
        onChange={(event) => setDraft(event.target.value.replace(/\D/g, ''))}
        {...selectOnFocus}
        onBlur={() => go()}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && draft !== undefined) {
            event.preventDefault()
            setDraft(undefined)
          }
        }}
      />
      <span className={styles.pages}>/ {pages}</span>
    </form>
  )
}
