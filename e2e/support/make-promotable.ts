import type { Call } from '@portal/remote-kit/client'
import { approveRelease, getPointer } from '@portal/contract/pointers'

/** Does what a release of the QA cohort needs before its team can take it to everyone. */
export async function makePromotable(admin: Call, remote: string, release: string): Promise<void> {
  const params = { remote }
  const { revision } = await admin(getPointer, { params })
  const body = { release, reason: 'I have read the change' }
  await admin(approveRelease, { params, body, revision })
}
