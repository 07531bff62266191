import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'

export const showsOneStory = true

export function Small() {
  return (
    <Opened
      title="Rename the section"
      size="small"
      footer={<Button variant="primary">Save</Button>}
    >
      <Name />
    </Opened>
  )
}

export function Medium() {
  return (
    <Opened title="Meeting details">
      <p>Thursday, September 17, 9:00 AM to 12:30 PM, in the Redwood Room and by video.</p>
    </Opened>
  )
}

export function Large() {
  return (
    <Opened title="Investment Report" size="large">
      <p>Fills 95 % of the window.</p>
    </Opened>
  )
}

export function Full() {
  return (
    <Opened title="Investment Report" size="full">
      <p>Fills the window.</p>
    </Opened>
  )
}

/** The content scrolls between the title and the footer, by the keyboard too. */
export function LongText() {
  return (
    <Opened
      title="Conflict of Interest Policy of the Larkspur Foundation, as amended by the Board of Directors"
      footer={<Button variant="primary">I have read this policy</Button>}
    >
      {Array.from({ length: 30 }, (_, index) => `Article ${index + 1}`).map((article) => (
        <p key={article}>
          {article}. A director discloses every interest that might influence a decision of the
          board before the decision is discussed.
        </p>
      ))}
    </Opened>
  )
}

type OpenedProps = {
  title: string
  size?: 'small' | 'medium' | 'large' | 'full'
  footer?: ReactNode
  children: ReactNode
}

function Opened(props: OpenedProps) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog {...props} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function Name() {
  const [name, setName] = useState('Consent agenda')
  return <TextField label="Name" value={name} onChange={setName} />
}
