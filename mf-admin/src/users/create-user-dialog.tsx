import type { User } from '@portal/contract/users'
import { usePortal } from '@portal/remote-kit/portal'
import { TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import { PasswordField, usePasswordFault } from './password-field.tsx'

import { useCreateUser } from './user-queries.ts'
import { userMessageTime, userErrorMessage, userSentences } from './users-sentences.ts'

type CreateUserDialogProps = { onClose: () => void; onCreated: (user: User) => void }

/** Creates a password account for a member; keeps the typed text if that fails. */
export function CreateUserDialog({ onClose, onCreated }: CreateUserDialogProps) {
  const { toast } = usePortal()
  const create = useAct(useCreateUser(), {
    done: (user) => {
      toast(userSentences.created, { kind: 'good', duration: userMessageTime })
      onCreated(user)
      onClose()
    },
    failure: (error) => userErrorMessage(error, 'create user'),
  })
  const [email, setEmail] = useState('')
  const [displayName, setDisplayName] = useState('')
  const [password, setPassword] = useState('')
  const [emailError, setEmailError] = useState<string>()
  const fault = usePasswordFault(password, { email, displayName })

  const save = () => {
    const address = email.trim()
    create.refuse(undefined)
    if (!address) return setEmailError(userSentences.emailRequired)
    void create.act({ email: address, password, displayName: displayName.trim() })
  }

  return (
    <FormDialog
      title="Create New User"
      verb="Create User"
      unsaved={email + displayName + password !== ''}
      busy={create.busy}
      disabled={password === '' || fault !== undefined}
      refused={create.refused}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="E-mail"
        type="email"
        required
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={(typed) => {
          setEmail(typed)
          setEmailError(undefined)
        }}
        error={emailError}
      />
      <TextField
        label="Display Name (optional)"
        autoComplete="off"
        maxLength={200}
        value={displayName}
        onChange={setDisplayName}
      />
      <PasswordField
        label="Password"
        value={password}
        onChange={setPassword}
        fault={fault}
        required
      />
      <p>
        The account is for a member: admins sign in with Google. Nothing is sent: hand the password
        over yourself, or the invitation that is offered next.
      </p>
    </FormDialog>
  )
}
