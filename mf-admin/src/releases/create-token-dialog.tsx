import { isolated } from '@portal/domain/shown-text'
import { tokenDays } from '@portal/contract/release-tokens'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { copyText } from '@portal/shared-ui/copy-text'
import { Dialog } from '@portal/shared-ui/dialog'
import { TextField } from '@portal/shared-ui/field'
import { Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import bodyStyles from '../shared/dialogs/dialog-body.module.css'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import styles from './create-token-dialog.module.css'
import { releaseErrorMessage, useCreateToken } from './release-queries.ts'

/** Creates a token, and shows its secret once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const { config } = usePortal()
  const create = useCreateToken()
  const creation = useAct(create, { failure: releaseErrorMessage })
  const [name, setName] = useState('')
  const [remote, setRemote] = useState('')
  const [days, setDays] = useState(String(tokenDays.usual))
  const request = { name: name.trim(), remote: remote.trim(), days: Number(days) }
  const isGood =
    /^\d{1,3}$/.test(days) && request.days >= tokenDays.least && request.days <= tokenDays.most

  if (create.data) {
    const { token, secret } = create.data
    return <SecretDialog name={token.name} secret={secret} onClose={onClose} />
  }
  return (
    <FormDialog
      title="Create a release token"
      verb="Create token"
      unsaved={name !== '' || remote !== '' || days !== String(tokenDays.usual)}
      busy={creation.busy}
      disabled={request.name === '' || request.remote === '' || !isGood}
      refused={creation.refused}
      onSubmit={() => void creation.act(request)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={60}
        autoComplete="off"
        hint="What the history calls it: meetings ci. Letters, digits, dots, dashes and single spaces."
      />
      <TextField
        label="Part of the portal"
        value={remote}
        onChange={setRemote}
        maxLength={31}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={`The one remote of ${config.foundation.name}’s portal that it is for, such as meetings. It may be a new one.`}
      />
      <TextField
        label="Days until it expires"
        value={days}
        onChange={setDays}
        type="number"
        inputMode="numeric"
        min={tokenDays.least}
        max={tokenDays.most}
        step={1}
        error={isGood ? undefined : `A whole number from ${tokenDays.least} to ${tokenDays.most}`}
        hint="The shorter, the less a leaked token is worth."
      />
    </FormDialog>
  )
}

type SecretDialogProps = { name: string; secret: string; onClose: () => void }

/** Closes only by its button, because the secret can't be shown again. */
function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const [copied, setCopied] = useState<string>()
  const copy = async () => {
    const isCopied = await copyText(secret)
    setCopied(isCopied ? 'Copied.' : 'It could not be copied: select it and copy it by hand.')
  }
  return (
    <Dialog
      open
      title={`The secret of ${isolated(name)}`}
      role="alertdialog"
      onClose={() => {}}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have stored it
        </Button>
      }
    >
      <div className={bodyStyles.body}>
        <Banner kind="warn" icon={<KeyRound />}>
          This is shown only once. Add it to your pipeline’s secrets now.
        </Banner>
        <TextField label="Secret" value={secret} onChange={() => {}} readOnly selectsOnFocus />
        <div className={styles.copy}>
          <Button icon={<Copy />} onClick={() => void copy()}>
            Copy secret
          </Button>
          <span role="status">{copied}</span>
        </div>
      </div>
    </Dialog>
  )
}
