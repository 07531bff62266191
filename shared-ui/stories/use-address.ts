import { useSyncExternalStore } from 'react'

/** The parts of the address’s fragment: `#/dialog/small` is `['dialog', 'small']`. */
export function useAddress(): string[] {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return hash.startsWith('#/') ? hash.slice(2).split('/').filter(Boolean) : []
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
