import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import styles from './find-bar.module.css'
import type { Finding } from './pdf-finder.ts'
import type { PdfReading } from './pdf-reading.ts'
import { ToolButton } from './tool-button.tsx'

type FindBarProps = {
  reading: PdfReading
  finding: Finding
  /** What is found first; the focus then stays in the pages. */
  texts?: readonly string[] | undefined
  input: RefObject<HTMLInputElement | null>
  onClose: () => void
}

/** Search in the document: "3 of 12", previous, next. */
export function FindBar({ reading, finding, texts, input, onClose }: FindBarProps) {
  const begin = useEffectEvent(() => {
    if (texts) reading.find(texts)
    else input.current?.focus()
  })
  useEffect(() => {
    begin()
    return reading.endFind
  }, [reading])
  return (
    <div role="search" className={styles.bar}>
      <input
        ref={input}
        className={styles.input}
        type="search"
        aria-label="Search in this document"
        placeholder="Search in this document"
        autoComplete="off"
        defaultValue={texts?.join(' ')}
        enterKeyHint="search"
        onChange={(event) => reading.find(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          reading.findNext(event.shiftKey ? -1 : 1)
        }}
      />
      <output className={styles.count} aria-live="polite">
        {countOf(finding)}
      </output>
      <div className={styles.buttons}>
        <ToolButton
          label="Previous match"
          icon={<ChevronUp />}
          disabled={finding.total === 0}
          onPress={() => reading.findNext(-1)}
        />
        <ToolButton
          label="Next match"
          icon={<ChevronDown />}
          disabled={finding.total === 0}
          onPress={() => reading.findNext(1)}
        />
        <ToolButton label="Close search" icon={<X />} onPress={onClose} />
      </div>
    </div>
  )
}

function countOf({ status, current, total }: Finding): string {
  if (total > 0) return current > 0 ? `${current} of ${total}` : `${total} found`
  if (status === 'searching') return 'Searching…'
  return status === 'none' ? 'No matches' : ''
}
