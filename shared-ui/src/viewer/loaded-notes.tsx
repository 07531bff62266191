import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { PaperNotes } from './notes/paper-notes.tsx'
import { SidePanel } from './side-panel.tsx'

const load = () => import('./notes/paper-notes.tsx')

/** The notes and their code are loaded once the paper is on the screen. */
export function LoadedNotes(props: ComponentProps<typeof PaperNotes>) {
  const [loading, setLoading] = useState(() => load)
  const { value, error } = useLoaded(loading)
  const panel = useRef<HTMLElement>(null)
  const { reading } = props
  const request = useEffectEvent(() => props.notes.request?.())
  useEffect(() => {
    if (reading) request()
  }, [reading])
  if (value) return <value.PaperNotes {...props} />
  if (!props.isListed) return null
  return (
    <SidePanel ref={panel} title="Notes" onClose={() => props.onList(false)}>
      {error === undefined ? (
        <p role="status">Loading your notes…</p>
      ) : (
        <>
          <p role="alert">Your notes can’t be shown at the moment. Check your connection.</p>
          <Button onClick={() => setLoading(() => () => load())}>Try Again</Button>
        </>
      )}
    </SidePanel>
  )
}
