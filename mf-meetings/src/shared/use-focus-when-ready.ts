import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Moves the focus to the first action, marked with `data-first`, when something becomes ready and the button that made
 * it disappears, if the reader's focus is still there.
 */
export function useFocusWhenReady(place: RefObject<HTMLElement | null>, isReady: boolean): void {
  const had = useRef(false)
  const moveOn = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (had.current && isLost) place.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  })
  useEffect(() => {
    const element = place.current
    const note = () => (had.current = element?.contains(document.activeElement) ?? false)
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [place])
  useEffect(() => {
    if (isReady) moveOn()
  }, [isReady])
}
