import { type Call, isApiError } from '@portal/contract/client'
import { getPortal, type PortalReply } from '@portal/contract/portal'

type Rights = {
  /** Whether the reader is known as an admin. */
  isAdmin: () => boolean
  /** A response showed that an admin may have lost their rights. */
  onDoubt: () => void
}

/** Notices an admin whose rights end while the page is open, by a refused call or by the API's current state of them. */
export function callWithRights(call: Call, { isAdmin, onDoubt }: Rights): Call {
  const noticing = async (...[target, input, options]: Parameters<Call>) => {
    try {
      const reply: unknown = await call(target, input, options)
      // Not the same object: a remote may have its own copy of the contract.
      const isReader = target.method === 'GET' && target.path === getPortal.path
      if (isReader && isAdmin() && !(reply as PortalReply).person.isAdmin) onDoubt()
      return reply
    } catch (error) {
      if (isApiError(error) && error.code === 'forbidden' && isAdmin()) onDoubt()
      throw error
    }
  }
  return noticing as Call
}
