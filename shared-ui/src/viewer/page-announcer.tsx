import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../visually-hidden.tsx'

/** Tells a screen reader the page once the reader has come to rest on it. */
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
