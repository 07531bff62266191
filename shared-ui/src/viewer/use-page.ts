import { useEffect, useEffectEvent } from 'react'

/** Calls `onPage` with the page that the reader has come to. */
export function usePage(page: number, onPage: ((page: number) => void) | undefined): void {
  const arrive = useEffectEvent((reached: number) => onPage?.(reached))
  useEffect(() => arrive(page), [page])
}
