import { CalendarPlus, Pencil, Trash2 } from 'lucide-react'
import { Button, buttonStyle } from './button.tsx'

export function Variants() {
  return (
    <>
      <Button variant="primary">Join Meeting</Button>
      <Button>Open materials</Button>
      <Button variant="quiet">Cancel</Button>
      <Button variant="danger">Delete agenda</Button>
    </>
  )
}

export function WithIcon() {
  return (
    <>
      <Button variant="primary" icon={<CalendarPlus aria-hidden="true" />}>
        Add meeting
      </Button>
      <Button variant="quiet" icon={<Pencil aria-hidden="true" />}>
        Edit
      </Button>
      <Button variant="danger" icon={<Trash2 aria-hidden="true" />}>
        Remove
      </Button>
    </>
  )
}

export function IconOnly() {
  return (
    <>
      <Button icon={<Pencil aria-hidden="true" />} iconOnly aria-label="Edit item 3" />
      <Button
        variant="quiet"
        icon={<Trash2 aria-hidden="true" />}
        iconOnly
        aria-label="Delete item 3"
      />
    </>
  )
}

export function Busy() {
  return (
    <>
      <Button variant="primary" busy>
        Publishing
      </Button>
      <Button busy>Saving</Button>
    </>
  )
}

export function Disabled() {
  return (
    <>
      <Button variant="primary" disabled>
        Publish
      </Button>
      <Button disabled>Save draft</Button>
      <Button variant="quiet" disabled>
        Undo
      </Button>
      <Button variant="danger" disabled>
        Delete
      </Button>
    </>
  )
}

export function LinkAsButton() {
  return (
    <a className={buttonStyle('primary')} href="#button">
      Open materials
    </a>
  )
}

export function LongText() {
  return (
    <Button variant="primary">
      Send the board book to all members of the Governance and Nominating Committee
    </Button>
  )
}
