import { Printer } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { ProgressBar } from '../progress-bar.tsx'
import styles from './print-bar.module.css'
import { printLimit } from './print-pages.ts'
import type { Printing } from './use-print.ts'

/** Asks which pages of a long document to print, then shows the progress. */
export function PrintBar({ printing, pages }: { printing: Printing; pages: number }) {
  const { state, start, cancel } = printing
  if (state.phase === 'idle') return null
  if (state.phase === 'asking') return <Choice pages={pages} onPrint={start} onCancel={cancel} />
  if (state.phase === 'drawing') {
    const { done, total } = state
    return (
      <div className={styles.bar}>
        <div className={styles.progress}>
          <ProgressBar label={`Preparing page ${done + 1} of ${total}`} value={done / total} />
        </div>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    )
  }
  return (
    <div className={styles.bar} role="alert">
      <p>The pages could not be prepared for printing.</p>
      <Button onClick={() => start(1, Math.min(pages, printLimit))}>Try Again</Button>
      <Button onClick={cancel}>Cancel</Button>
    </div>
  )
}

type ChoiceProps = {
  pages: number
  onPrint: (from: number, to: number) => void
  onCancel: () => void
}

function Choice({ pages, onPrint, onCancel }: ChoiceProps) {
  const [from, setFrom] = useState('1')
  const [to, setTo] = useState(String(Math.min(pages, printLimit)))
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const count = Number(to) - Number(from) + 1
  const valid = Number(from) >= 1 && Number(to) <= pages && count >= 1 && count <= printLimit
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (valid) onPrint(Number(from), Number(to))
  }
  const digits = (text: string) => text.replace(/\D/g, '')
  return (
    <form className={styles.bar} aria-label="Print" onSubmit={submit}>
      <label className={styles.range}>
        Print pages
        <input
          ref={first}
          className={styles.number}
          inputMode="numeric"
          value={from}
          onChange={(event) => setFrom(digits(event.target.value))}
        />
      </label>
      <label className={styles.range}>
        to
        <input
          className={styles.number}
          inputMode="numeric"
          value={to}
          onChange={(event) => setTo(digits(event.target.value))}
        />
      </label>
      <span className={styles.note}>
        of {pages}
        {pages > printLimit ? `, at most ${printLimit} at a time` : ''}
      </span>
      <span className={styles.actions}>
        <Button type="submit" variant="primary" icon={<Printer />} disabled={!valid}>
          Print
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </span>
    </form>
  )
}
