import { comparableEmail } from '@portal/contract/email-address'
import { usePortal } from '@portal/remote-kit/portal'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { useAct } from '../shared/use-act.ts'
import { type AdminChange, useChangeAdmin } from './change-admin.ts'
import { userMessageTime, userErrorMessage, userSentences } from './users-sentences.ts'

/**
 * Grants or revokes admin status, shows the result, and leaves the screen if the admin has lost
 * their own rights.
 */
export function useAdminStatus(onDone: () => void) {
  const { person, toast } = usePortal()
  const endRights = useEndRights()
  const change = useAct(useChangeAdmin(), {
    done: (_, { email, admin }) => {
      const told = admin ? userSentences.granted(email) : userSentences.revoked(email)
      toast(told, { kind: 'good', duration: userMessageTime })
      onDone()
      if (!admin && email === comparableEmail(person.email)) endRights()
    },
    failure: (error) => userErrorMessage(error, 'change admin status'),
  })
  return {
    ...change,
    save: async (wanted: AdminChange) => {
      if (!person.email) return change.refuse(userSentences.actingEmailMissing)
      await change.act(wanted)
    },
  }
}
