import { type ReactNode, useEffect, useRef, useState } from 'react'

/** A scrollable area that can be focused while its content overflows, so that the keyboard can scroll it. */
export function ScrollArea({ className, children }: { className: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)

  useEffect(() => {
    if (!area.current || !content.current) return
    const { current: outer } = area
    const observer = new ResizeObserver(() =>
      setOverflows(outer.scrollHeight > outer.clientHeight + 1),
    )
    observer.observe(outer)
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={area} className={className} {...(overflows && { tabIndex: 0 })}>
      <div ref={content}>{children}</div>
    </div>
  )
}
