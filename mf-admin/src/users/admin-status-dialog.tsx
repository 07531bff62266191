import { isolated } from '@portal/domain/shown-text'
import { comparableEmail } from '@portal/contract/email-address'
import { usePortal } from '@portal/remote-kit/portal'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import type { ListedPerson } from './people.ts'
import { useAdminStatus } from './use-admin-status.ts'
import styles from './user-dialogs.module.css'

/** Asks before a person becomes an admin or stops being one. */
export function AdminStatusDialog({
  person: { name, email, admin },
  onClose,
}: {
  person: ListedPerson
  onClose: () => void
}) {
  const { person: reader } = usePortal()
  const status = useAdminStatus(onClose)
  const own = email === comparableEmail(reader.email)
  return (
    <ActDialog
      of={status}
      title={
        admin
          ? `Revoke admin status from ${isolated(name)}?`
          : `Grant admin status to ${isolated(name)}?`
      }
      verb={admin ? `Revoke Admin from ${isolated(name)}` : `Grant Admin to ${isolated(name)}`}
      danger={admin}
      onConfirm={() => void status.save({ email, admin: !admin })}
      onClose={onClose}
    >
      {name !== email && <p className={styles.email}>{email}</p>}
      {admin ? (
        <p>
          {own
            ? 'This is you: the admin area closes for you at once, and another admin would have to let you in again.'
            : 'The admin area closes for them at once. They can still sign in and read as members do.'}
        </p>
      ) : (
        <p>
          They will be able to change agendas, resource mappings, the directory and users, and to
          grant and revoke admin status.
        </p>
      )}
    </ActDialog>
  )
}
