import { isolated } from '@portal/domain/shown-text'
import { Combobox } from '@portal/shared-ui/combobox'
import { useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import type { Act } from '../../shared/use-act.ts'
import type { NotLinkedAccount, NotLinkedEntry } from './not-linked-queries.ts'

type ChooseAccountDialogProps = {
  entry: NotLinkedEntry
  accounts: NotLinkedAccount[]
  linking: Act
  onLink: (account: string) => void
  onClose: () => void
}

/** Links an entry to one of the accounts that have none. */
export function ChooseAccountDialog(props: ChooseAccountDialogProps) {
  const { entry, accounts, linking, onLink, onClose } = props
  const [chosen, setChosen] = useState<NotLinkedAccount | null>(null)
  return (
    <FormDialog
      title={`Link ${isolated(entry.name)}`}
      verb="Link"
      unsaved={chosen !== null}
      busy={linking.busy}
      disabled={chosen === null}
      refused={linking.refused}
      lost="The account has not been linked."
      onSubmit={() => chosen && onLink(chosen.uid)}
      onClose={onClose}
    >
      <p>
        Choose the account of this person. It stays linked when an e-mail address changes, here or
        there.
      </p>
      <Combobox
        label="Account"
        options={accounts}
        value={chosen}
        onChange={setChosen}
        keyOf={({ uid }) => uid}
        nameOf={({ email }) => email}
        detailOf={({ displayName = '' }) => displayName}
        placeholder="Search by name or e-mail"
      />
    </FormDialog>
  )
}
