import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterStateContext } from 'react-router-dom'

/** How long content may take to make room, in ms. Later, the reader has begun to read at the top. */
const limit = 10_000
const reading = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * After a step back and a reload, the router scrolls at once to where the page was. Content that only comes then, such as
 * results that are searched for again, makes room for that position later.
 */
export function LateScroll(): null {
  const { restoreScrollPosition: position } = useContext(UNSAFE_DataRouterStateContext)!
  useEffect(() => {
    const isKnown = typeof position === 'number' && position > 0
    return isKnown ? scrollOnceThereIsRoom(position) : undefined
  }, [position])
  return null
}

function scrollOnceThereIsRoom(position: number): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const end = () => ended.abort()
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight < position) return
    scrollTo(0, position)
    end()
  })
  const timer = setTimeout(end, limit)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  for (const type of reading) addEventListener(type, end, { signal, passive: true })
  observer.observe(document.body)
  return end
}
