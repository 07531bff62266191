import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { TriangleAlert } from 'lucide-react'
import { dismissNotice } from './interface-store.ts'

export function LimitedNotice() {
  return (
    <Banner
      kind="warn"
      icon={<TriangleAlert aria-hidden="true" />}
      role="status"
      action={
        <Button variant="quiet" onClick={() => dismissNotice('limited')}>
          OK
        </Button>
      }
    >
      The portal stopped answering in this browser twice, so it has started without the parts of the
      dashboard that may be the cause. Your Board Liaison can tell you more.
    </Banner>
  )
}
