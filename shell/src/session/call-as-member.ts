import { type ApiError, type Call } from '@portal/contract/client'
import { getPortal, type PortalReply } from '@portal/contract/portal'
import { memberViewSentences } from '@portal/domain/member-view'

/**
 * For a page that views the portal as a member. The API refuses every change; this refuses it as well, in case an API
 * without such views answers meanwhile, which is also reported by `onEnd`.
 */
export function callAsMember(call: Call, onEnd: () => void): Call {
  const checked = async (...[target, input, options]: Parameters<Call>) => {
    if (target.method !== 'GET' && !target.qaMayCall) throw readOnly()
    const reply: unknown = await call(target, input, options)
    // Not the same object: a remote may have its own copy of the contract.
    const isReader = target.method === 'GET' && target.path === getPortal.path
    if (isReader && (reply as PortalReply).person.viewsAs === undefined) onEnd()
    return reply
  }
  return checked as Call
}

function readOnly(): ApiError {
  return Object.assign(new Error(memberViewSentences.readOnly), {
    name: 'ApiError' as const,
    code: 'forbidden' as const,
    status: 403,
    requestId: '',
    isProblem: true as const,
  })
}
