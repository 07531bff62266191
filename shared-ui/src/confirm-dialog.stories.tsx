import { useState } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

export const showsOneStory = true

export function Question() {
  return <Asking title="Publish the agenda?" verb="Publish agenda" />
}

export function Danger() {
  return <Asking title="Delete Maria Lopez?" verb="Delete Maria Lopez" danger />
}

export function Busy() {
  return <Asking title="Publish the agenda?" verb="Publish agenda" busy />
}

export function LongText() {
  return (
    <Asking
      title="Remove the Report of the Governance and Nominating Committee on the composition of the board?"
      verb="Remove the report from the meeting of September 17"
      danger
    />
  )
}

function Asking(props: { title: string; verb: string; danger?: boolean; busy?: boolean }) {
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      <ConfirmDialog {...props} open={open} onConfirm={close} onCancel={close}>
        <p>Members see the change at once, and the audit records who made it.</p>
      </ConfirmDialog>
    </>
  )
}
