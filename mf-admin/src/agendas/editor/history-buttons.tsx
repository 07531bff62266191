import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Redo2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AgendaEditing } from '../draft/use-agenda-draft.ts'

type Steps = Pick<AgendaEditing, 'previous' | 'next' | 'undo' | 'redo'>

/** Steps through the versions of an edit, by buttons and by the usual keys. */
export function useHistoryKeys(steps: Steps) {
  const [announcement, setAnnouncement] = useState('')
  const undo = () => {
    if (!steps.previous) return
    take(steps.undo)
    setAnnouncement('Change undone.')
  }
  const redo = () => {
    if (!steps.next) return
    take(steps.redo)
    setAnnouncement('Change made again.')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    const isUndo = key === 'z' && !event.shiftKey
    const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && event.ctrlKey)
    if (event.altKey || !(event.ctrlKey || event.metaKey) || !(isUndo || isRedo)) return
    // A field that isn't part of the draft has the browser's own steps.
    if (event.target instanceof Element && event.target.closest('[data-own-steps]')) return
    // Every other field is part of the draft, whose steps include what was typed there.
    event.preventDefault()
    if (isUndo) undo()
    else redo()
  }
  return { announcement, undo, redo, onKeyDown }
}

/** The field that had the focus may be gone with its item; the keys still work in the list. */
function take(step: () => void): void {
  flushSync(step)
  if (document.activeElement === document.body) document.getElementById('agenda-items')?.focus()
}

type HistoryButtonsProps = { steps: Steps; keys: ReturnType<typeof useHistoryKeys> }

export function HistoryButtons({ steps, keys }: HistoryButtonsProps) {
  return (
    <>
      <Button
        variant="quiet"
        icon={<Undo2 />}
        aria-disabled={!steps.previous}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={keys.undo}
      >
        Undo
      </Button>
      <Button
        variant="quiet"
        icon={<Redo2 />}
        aria-disabled={!steps.next}
        aria-keyshortcuts="Control+Y Control+Shift+Z Meta+Shift+Z"
        onClick={keys.redo}
      >
        Redo
      </Button>
      <VisuallyHidden>
        <span role="status">{keys.announcement}</span>
      </VisuallyHidden>
    </>
  )
}
