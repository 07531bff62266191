import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../visually-hidden.tsx'

/** Announces the page to screen readers once the reader has stopped scrolling. */
export function PageAnnouncer({ page, pages }: { page: number; pages: number }) {
  const [announced, setAnnounced] = useState(page)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(page), 700)
    return () => clearTimeout(timer)
  }, [page])
  return (
    <VisuallyHidden>
      <output aria-live="polite">
        Page {announced} of {pages}
      </output>
    </VisuallyHidden>
  )
}
