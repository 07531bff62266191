import type { KeyboardEvent } from 'react'

/** Moves the focus with the arrow keys from the field through the results, and back. */
export function stepThrough(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const next = stops[stops.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
