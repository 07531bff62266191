import { dismissResetNotice } from '@portal/contract/second-factor'
import { dateTimeText, readerZone } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { accountPath } from '../shell-paths.ts'
import { useHost } from '../host.ts'

/** Shows the reader that an admin has reset their two-step sign-in, until they dismiss it. */
export function ResetNotice() {
  const { person, call, toast } = usePortal()
  const { refreshReader } = useHost()
  const [isBusy, setBusy] = useState(false)
  const { isOn, resetAt } = person.secondFactor ?? {}
  if (resetAt === undefined) return null
  const dismiss = async () => {
    setBusy(true)
    try {
      await call(dismissResetNotice)
      await refreshReader()
    } catch (error) {
      toast((error as Error).message, { kind: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Banner
      kind="warn"
      icon={<ShieldAlert aria-hidden="true" />}
      role="status"
      action={
        <Button busy={isBusy} onClick={() => void dismiss()}>
          Dismiss
        </Button>
      }
    >
      An admin reset your two-step sign-in on {dateTimeText(resetAt, readerZone())}.{' '}
      {isOn ? (
        'You have set it up again since.'
      ) : (
        <>
          Signing in takes only your password until you{' '}
          <Link to={accountPath}>turn it on again</Link>.
        </>
      )}{' '}
      If you didn’t ask for this, please tell your Board Liaison.
    </Banner>
  )
}
