import type { User } from '@portal/contract/users'
import { usePortal } from '@portal/remote-kit/portal'
import { TextField } from '@portal/shared-ui/field'
import { Segmented } from '@portal/shared-ui/segmented'
import { Ban, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import { PasswordField, usePasswordFault } from './password-field.tsx'
import { ResetLink } from './reset-link.tsx'

import styles from './user-dialogs.module.css'
import { type UserChange, useUpdateUser } from './user-queries.ts'
import { userMessageTime, userErrorMessage, userSentences } from './users-sentences.ts'

const states = [
  { value: 'active' as const, label: 'Active', icon: <CircleCheck /> },
  { value: 'disabled' as const, label: 'Disabled', icon: <Ban /> },
]

/** Address, name, password and status of a password account. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { toast } = usePortal()
  const update = useAct(useUpdateUser(), {
    done: () => {
      toast(userSentences.updated, { kind: 'good', duration: userMessageTime })
      onClose()
    },
    failure: (error) => userErrorMessage(error, 'edit user'),
  })
  const [email, setEmail] = useState(user.email)
  const [displayName, setDisplayName] = useState(user.displayName ?? '')
  const [password, setPassword] = useState('')
  const [disabled, setDisabled] = useState(user.disabled)
  const fault = usePasswordFault(password, { email, displayName })

  const change = changeOf(user, { email, displayName, password, disabled })

  return (
    <FormDialog
      title="Edit User Account"
      verb="Save Changes"
      unsaved={change !== undefined}
      busy={update.busy}
      disabled={fault !== undefined}
      refused={update.refused}
      onSubmit={() => (change ? void update.act({ uid: user.uid, change }) : onClose())}
      onClose={onClose}
    >
      <TextField
        label="E-mail"
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="off"
        maxLength={254}
        hint="The account keeps its notes and its second factor. A new address signs them out everywhere. They see who changed it, and their notes stay closed until they or another admin confirm."
      />
      <TextField
        label="Display Name"
        autoComplete="off"
        maxLength={200}
        value={displayName}
        onChange={setDisplayName}
      />
      <PasswordField
        label="New Password"
        value={password}
        onChange={setPassword}
        fault={fault}
        hint="Leave it blank to keep the current one. A new one signs them out everywhere. They see who set it, and their notes stay closed until they or another admin confirm."
      />
      <ResetLink user={user} />
      <div className={styles.choice}>
        <span className={styles.choiceLabel} aria-hidden="true">
          Status
        </span>
        <Segmented
          label="Status"
          value={disabled ? 'disabled' : 'active'}
          onChange={(state) => setDisabled(state === 'disabled')}
          options={states}
        />
        <span className={styles.soft}>
          A disabled account can’t sign in, and is signed out everywhere at once.
        </span>
      </div>
    </FormDialog>
  )
}

type Edited = { email: string; displayName: string; password: string; disabled: boolean }

/** The changes to the account since it was opened; undefined if there are none. */
function changeOf(user: User, edited: Edited): UserChange['change'] | undefined {
  const displayName = edited.displayName.trim()
  const email = edited.email.trim()
  const change = {
    ...(email !== user.email && { email }),
    ...(displayName !== (user.displayName ?? '') && { displayName }),
    ...(edited.password !== '' && { password: edited.password }),
    ...(edited.disabled !== user.disabled && { disabled: edited.disabled }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}
