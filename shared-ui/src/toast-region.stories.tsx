import { useState } from 'react'
import { Button } from './button.tsx'
import { type Toast, toastKind, ToastRegion } from './toast-region.tsx'

export const showsOneStory = true

export function Good() {
  return <Shown messages={['Agenda published']} />
}

export function Failed() {
  return <Shown messages={['Failed to save the agenda']} />
}

export function Plain() {
  return <Shown messages={['A newer version of this page is available']} kind="plain" />
}

export function Many() {
  return <Shown messages={['Agenda saved', 'Failed to download file', 'Maria Lopez was added']} />
}

export function LongText() {
  return (
    <Shown
      messages={[
        'Failed to save the Report of the Governance and Nominating Committee: somebody else has changed it since you opened it. Reload the page to see their changes.',
      ]}
    />
  )
}

/** In ms; long enough to look at. */
const duration = 60_000

function Shown({ messages, kind }: { messages: string[]; kind?: Toast['kind'] }) {
  const all = messages.map((message) => ({
    id: message,
    message,
    kind: kind ?? toastKind(message),
    duration,
  }))
  const [toasts, setToasts] = useState<Toast[]>(all)
  return (
    <>
      <Button onClick={() => setToasts(all)}>Show again</Button>
      <ToastRegion
        toasts={toasts}
        onDismiss={(gone) => setToasts(toasts.filter(({ id }) => id !== gone))}
      />
    </>
  )
}
