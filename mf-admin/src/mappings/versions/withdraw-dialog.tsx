import { isolated } from '@portal/domain/shown-text'
import type { VersionsPage } from '@portal/contract/paper-versions'
import { usePortal } from '@portal/remote-kit/portal'
import { useId, useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { errorMessage } from '../../shared/error-message.ts'
import { TextAreaField } from '../../shared/text-area-field.tsx'
import { useAct } from '../../shared/use-act.ts'
import { SelectBox } from '../bulk/select-box.tsx'
import { badToast, goodToast } from '../mappings-sentences.ts'
import { useWithdrawVersion } from './version-queries.ts'
import styles from './versions-dialog.module.css'
import { withdrawalConsequences } from './withdrawal-consequences.ts'

type WithdrawDialogProps = {
  paper: { id: string; name: string }
  /** The versions that are listed. */
  page: VersionsPage
  number: number
  onClose: () => void
}

/** Withdraws a version for everyone, with a permanent reason. */
export function WithdrawDialog({ paper, page, number, onClose }: WithdrawDialogProps) {
  const { toast } = usePortal()
  const withdrawal = useAct(useWithdrawVersion(paper.id), {
    done: () => {
      toast(`Version ${number} of ${isolated(paper.name)} withdrawn`, goodToast)
      onClose()
    },
    failure: (error) => {
      const sentence = `Failed to withdraw version ${number}`
      toast(sentence, badToast)
      return errorMessage(error) ?? sentence
    },
  })
  const explanation = useId()
  const [reason, setReason] = useState('')
  const [withQuotations, setWithQuotations] = useState(false)

  return (
    <FormDialog
      title={`Withdraw version ${number} of ${isolated(paper.name)}?`}
      verb={`Withdraw version ${number}`}
      danger
      unsaved={reason.trim() !== '' || withQuotations}
      busy={withdrawal.busy}
      disabled={reason.trim() === '' || reason.length > 500}
      refused={withdrawal.refused}
      onSubmit={() => void withdrawal.act({ number, reason, withQuotations })}
      onClose={onClose}
    >
      <ul className={styles.consequences}>
        {withdrawalConsequences(page, number).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <TextAreaField
        label="Reason"
        value={reason}
        onChange={setReason}
        maxLength={500}
        rows={2}
        hint="Required. Members can read it, so don’t repeat what is withdrawn."
      />
      <div>
        <SelectBox
          label="Withdraw its quotations too"
          showLabel
          checked={withQuotations}
          describedBy={explanation}
          onChange={setWithQuotations}
        />
        <p id={explanation} className={styles.fact}>
          Deletes the words of this version from everybody’s own notes; what people wrote themselves
          stays.
        </p>
      </div>
    </FormDialog>
  )
}
