import {
  addDesignatedAdmin,
  type DesignatedAdmins,
  removeDesignatedAdmin,
} from '@portal/contract/designated-admins'
import { comparableEmail } from '@portal/domain/email-address'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQueryClient } from '@portal/remote-kit/query'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { personOverviewKey } from '../shared/person-overview.ts'
import { useChange } from '../shared/queries.ts'
import { adminsKey, useEndRights } from '../shared/rights/admin-rights.ts'
import { useAct } from '../shared/use-act.ts'
import type { ListedPerson } from './people.ts'
import dialogStyles from './user-dialogs.module.css'
import { userErrorMessage, userMessageTime, userSentences } from './users-sentences.ts'

/**
 * Grants or revokes admin status, shows the result, and leaves the screen if the admin has lost
 * their own rights.
 */
export function useAdminStatus(onDone: () => void) {
  const { person, toast } = usePortal()
  const endRights = useEndRights()
  const change = useAct(useChangeAdmin(), {
    done: (_, { email, admin }) => {
      const message = admin ? userSentences.granted(email) : userSentences.revoked(email)
      toast(message, { kind: 'good', duration: userMessageTime })
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

type AdminChange = { email: string; admin: boolean }

/** Adds an e-mail to the list or removes it; returns the list. */
function useChangeAdmin() {
  const client = useQueryClient()
  return useChange(
    (call, { email, admin }: AdminChange) =>
      admin
        ? call(addDesignatedAdmin, { body: { email } })
        : call(removeDesignatedAdmin, { query: { email } }),
    {
      supersedes: adminsKey,
      stale: [personOverviewKey],
      onSuccess: (list) => client.setQueryData<DesignatedAdmins>(adminsKey, list),
      onError: () => void client.invalidateQueries({ queryKey: adminsKey }),
    },
  )
}

/** Asks before a person becomes an admin or stops being one. */
export function AdminStatusDialog({
  person: { name, email, admin },
  onClose,
}: {
  person: Pick<ListedPerson, 'name' | 'email' | 'admin'>
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
      {name !== email && <p className={dialogStyles.email}>{email}</p>}
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
