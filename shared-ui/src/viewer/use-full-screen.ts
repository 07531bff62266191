import { type RefObject, useEffect, useState } from 'react'

type FullScreen = { full: boolean; toggle: () => void; leave: () => void }

/** Uses the browser's full screen mode, or the whole window if there is none (iPhone). */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [element])
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    setFull(false)
  }
  const toggle = () => {
    if (full) return leave()
    if (!document.fullscreenEnabled || !element.current) return setFull(true)
    element.current.requestFullscreen().catch(() => setFull(true))
  }
  return { full, toggle, leave }
}
