import { comparableEmail } from '@portal/contract/email-address'
import { usePortal } from '@portal/remote-kit/portal'
import { useState } from 'react'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { type AdminChange, useChangeAdmin } from './change-admin.ts'
import { userMessageTime, userErrorMessage, userSentences } from './users-sentences.ts'

/**
 * Grants or revokes admin status, shows the result, and leaves the screen if the admin has lost
 * their own rights.
 */
export function useAdminStatus(onDone: () => void) {
  const { person, toast } = usePortal()
  const change = useChangeAdmin()
  const endRights = useEndRights()
  const [refused, setRefused] = useState<string>()

  const save = async ({ email, admin }: AdminChange) => {
    if (change.isPending) return
    setRefused(undefined)
    if (!person.email) return setRefused(userSentences.actingEmailMissing)
    try {
      await change.mutateAsync({ email, admin })
      const told = admin ? userSentences.granted(email) : userSentences.revoked(email)
      toast(told, { kind: 'good', duration: userMessageTime })
      onDone()
      if (!admin && email === comparableEmail(person.email)) endRights()
    } catch (error) {
      if (!endRights(error)) setRefused(userErrorMessage(error, 'change admin status'))
    }
  }

  return { save, refused, busy: change.isPending }
}
