import { CircleAlert, CircleCheck, Info, WifiOff } from 'lucide-react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

export function Kinds() {
  return (
    <>
      <Banner kind="plain" icon={<Info aria-hidden="true" />}>
        The calendar shows your own time zone.
      </Banner>
      <Banner kind="good" icon={<CircleCheck aria-hidden="true" />}>
        The agenda is published.
      </Banner>
      <Banner kind="warn" icon={<WifiOff aria-hidden="true" />}>
        You are offline. What you have read on this visit can still be opened.
      </Banner>
      <Banner kind="bad" icon={<CircleAlert aria-hidden="true" />}>
        The calendar could not be read.
      </Banner>
    </>
  )
}

export function WithAction() {
  return (
    <Banner kind="plain" icon={<Info aria-hidden="true" />} action={<Button>Reload</Button>}>
      A newer version of this page is available.
    </Banner>
  )
}

export function LongText() {
  return (
    <Banner kind="warn" action={<Button>Review the changes</Button>}>
      Two of the papers that members can see now, the Cash Flow Summary and the Executive Director’s
      Report to the Board, are no longer in the drive. They stay in the portal until an admin
      confirms that they are meant to go.
    </Banner>
  )
}
