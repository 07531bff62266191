import { useEffect, useState } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

/** How long a text must stay the same before it is announced, in ms. */
export const settleTime = 600

/**
 * Announces the state of a page to screen readers: that it loads, and then how much was found. Each
 * text is announced once, and only after it has settled, so that neither a fast answer nor typing
 * causes a series of announcements. It has to be rendered before its text is known: screen readers
 * only notice changes.
 */
export function Status({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), settleTime)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <VisuallyHidden>
      <output>{announced}</output>
    </VisuallyHidden>
  )
}
