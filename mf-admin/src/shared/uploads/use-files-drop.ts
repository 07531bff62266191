import { type DragEvent, useState } from 'react'

/** Takes files that are dropped on a part of the page, if `take` is defined; the page's own drop leaves them alone. */
export function useFilesDrop(take: ((files: DataTransfer) => void) | undefined) {
  const [isOver, setIsOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) =>
    take !== undefined && dataTransfer.types.includes('Files')
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setIsOver(true)
  }
  return {
    isOver,
    onDragEnter: onDragOver,
    onDragOver,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      take?.(event.dataTransfer)
    },
  }
}
