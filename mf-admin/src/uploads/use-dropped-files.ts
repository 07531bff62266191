import { useEffect, useEffectEvent, useState } from 'react'
import { filesOfDrop, type PickedFile } from './picked-files.ts'

/** Takes files and folders dropped anywhere on the page; returns whether some are held over it. */
export function useDroppedFiles(
  onDrop: ((files: Promise<PickedFile[]>) => Promise<void>) | undefined,
): boolean {
  const [isOver, setIsOver] = useState(false)
  const drop = useEffectEvent((transfer: DataTransfer) => void onDrop?.(filesOfDrop(transfer)))
  const isTaken = onDrop !== undefined
  useEffect(() => {
    if (!isTaken) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    // A part that has just appeared below the pointer gets this event first; a drop right after it is refused otherwise.
    addEventListener('dragenter', over, { signal })
    addEventListener('dragover', over, { signal })
    addEventListener('dragleave', (event) => event.relatedTarget === null && setIsOver(false), {
      signal,
    })
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        // The browser would open the file.
        event.preventDefault()
        setIsOver(false)
        drop(event.dataTransfer!)
      },
      { signal },
    )
    return () => listening.abort()
  }, [isTaken])
  return isOver
}

/** Not for a part of the page that is dragged, nor a drop that a field has taken. */
function hasFiles({ dataTransfer, defaultPrevented }: DragEvent): boolean {
  return !defaultPrevented && (dataTransfer?.types.includes('Files') ?? false)
}
