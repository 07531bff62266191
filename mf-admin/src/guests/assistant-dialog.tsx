import type { DirectoryEntry } from '@portal/contract/directory'
import { type Assistant, guestLimits } from '@portal/contract/guests'
import { usePortal } from '@portal/remote-kit/portal'
import { directoryQuery } from '@portal/remote-kit/queries/directory'
import { useQuery } from '@portal/remote-kit/query'
import { Combobox } from '@portal/shared-ui/combobox'
import { TextField } from '@portal/shared-ui/field'
import { Switch } from '@portal/shared-ui/switch'
import { useState } from 'react'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import { guestsFailure, useAddAssistant } from './guests-queries.ts'

type AssistantDialogProps = {
  onAdded: (assistant: Assistant) => void
  onClose: () => void
}

/** Adds an assistant of a person, with an account. */
export function AssistantDialog({ onAdded, onClose }: AssistantDialogProps) {
  const { data: entries = [] } = useQuery(directoryQuery(usePortal().call))
  const [of, setOf] = useState<DirectoryEntry | null>(null)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [mayReply, setMayReply] = useState(false)
  const adding = useAct(useAddAssistant(), { done: onAdded, failure: guestsFailure })
  return (
    <FormDialog
      title="Add an assistant"
      verb="Add the assistant"
      unsaved={of !== null || name !== '' || email !== ''}
      busy={adding.busy}
      disabled={!of || name.trim() === '' || email.trim() === ''}
      refused={adding.refused}
      onSubmit={() => of && void adding.act({ name, email, assists: of.id, mayReply })}
      onClose={onClose}
    >
      <p>
        An assistant sees what is for everybody in the meetings of the person they work for: no
        closed items, no notes, and nothing of what that person has read. They never vote.
      </p>
      <Combobox
        label="Works for"
        options={entries}
        value={of}
        onChange={setOf}
        keyOf={({ id }) => id}
        nameOf={(entry) => entry.name}
        detailOf={({ role }) => role}
        placeholder="Search by name or role"
        hint="Somebody of the directory who signs in as a member."
      />
      <TextField
        label="Name of the assistant"
        value={name}
        onChange={setName}
        maxLength={guestLimits.name}
        autoComplete="off"
      />
      <TextField
        label="E-mail address"
        type="email"
        value={email}
        onChange={setEmail}
        maxLength={guestLimits.email}
        autoComplete="off"
        hint="They get an account of their own. You hand them a link to choose their password."
      />
      <Switch label="May reply for them" showLabel checked={mayReply} onChange={setMayReply} />
    </FormDialog>
  )
}
