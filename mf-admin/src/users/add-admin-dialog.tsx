import { comparableEmail } from '@portal/contract/email-address'
import { usePortal } from '@portal/remote-kit/portal'
import { TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { useAdminStatus } from './use-admin-status.ts'

/** Designates a person who may never have signed in yet. */
export function AddAdminDialog({ onClose }: { onClose: () => void }) {
  const { config } = usePortal()
  const { domain } = config.foundation
  const [email, setEmail] = useState('')
  const { save, refused, busy } = useAdminStatus(onClose)
  return (
    <FormDialog
      title="Add admin by e-mail"
      verb="Grant Admin"
      unsaved={email !== ''}
      busy={busy}
      onSubmit={() => void save({ email: comparableEmail(email), admin: true })}
      onClose={onClose}
    >
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={setEmail}
        error={refused}
        hint={`An address at @${domain}. Its owner is an admin from the moment they sign in with Google, and can grant and revoke admin status.`}
      />
    </FormDialog>
  )
}
