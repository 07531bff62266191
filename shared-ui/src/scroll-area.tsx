import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Scrolls by keyboard too: a stop for Tab, but only while its content is taller than itself. */
export function ScrollArea({ className, children }: { className: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)

  useEffect(() => {
    const element = area.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const measure = () => setOverflows(element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [children])

  return (
    <div ref={area} className={className} tabIndex={overflows ? 0 : undefined}>
      {children}
    </div>
  )
}
