import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { SlideOver } from './slide-over.tsx'
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

export function WithAction() {
  return <Shown messages={['Marked as Inactive']} action="Undo" />
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

export function OverAQuestion() {
  return <OverDialog size="small" role="alertdialog" />
}

export function OverADialog() {
  return <OverDialog size="medium" />
}

export function OverALargeDialog() {
  return <OverDialog size="large" />
}

export function OverAFullDialog() {
  return <OverDialog size="full" />
}

export function OverASlideOver() {
  return (
    <>
      <SlideOver open title="Menu" onClose={() => undefined}>
        <Controls />
      </SlideOver>
      <Shown messages={several} />
    </>
  )
}

const several = ['Agenda saved', 'Failed to save the display name. Please try again.']

function OverDialog(props: Pick<ComponentProps<typeof Dialog>, 'size' | 'role'>) {
  return (
    <>
      <Dialog
        {...props}
        open
        title="Resource mapping"
        onClose={() => undefined}
        footer={
          <>
            <Button>Save Image Only</Button>
            <Button>Cancel</Button>
            <Button variant="primary">Save Mapping</Button>
          </>
        }
      >
        <Controls />
      </Dialog>
      <Shown messages={several} />
    </>
  )
}

/** More than fit into any window. */
function Controls() {
  return (
    <div>
      {Array.from({ length: 24 }, (_, index) => (
        <p key={index}>
          <Button>Choose paper {index + 1}</Button>
        </p>
      ))}
    </div>
  )
}

/** In ms; long enough to look at. */
const duration = 60_000

type ShownProps = { messages: string[]; kind?: Toast['kind']; action?: string }

function Shown({ messages, kind, action }: ShownProps) {
  const all = messages.map((message) => ({
    id: message,
    message,
    kind: kind ?? toastKind(message),
    duration,
    ...(action && { action: { label: action, onSelect: () => undefined } }),
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
