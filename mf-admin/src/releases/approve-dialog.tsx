import { isolated } from '@portal/domain/shown-text'
import {
  type ApprovalStep,
  approvalStep,
  type ReleasePointer,
  type ReleasePolicy,
} from '@portal/contract/pointers'
import type { ReleaseRecord } from '@portal/contract/publishing'
import { SelectField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { unapprovedSteps } from './approvals.ts'
import styles from './approve-dialog.module.css'
import { MovedMeanwhile, ReasonField } from './move-dialog-parts.tsx'
import { ReleaseChanges } from './release-changes.tsx'
import { moverInWords, stepWords } from './release-words.ts'
import { releaseSentences } from './releases-sentences.ts'
import { TrialVerdict } from './trial-verdict.tsx'
import { reportInWords } from './trial-words.ts'
import { useMove } from './use-move.ts'
import { useTimeFormat } from './use-time-format.ts'
import { useNameOf } from '../shared/rights/admin-rights.ts'

type ApproveDialogProps = {
  pointer: ReleasePointer
  policy: ReleasePolicy | undefined
  /** The remote's published releases; absent while they are being read. */
  records: ReleaseRecord[] | undefined
  release: string
  onClose: () => void
}

/** Lets a release run for people with admin rights, and its team take it beyond the QA cohort. */
export function ApproveDialog({ pointer, policy, records, release, onClose }: ApproveDialogProps) {
  const [picked, setPicked] = useState<ApprovalStep>()
  const [reason, setReason] = useState('')
  const move = useMove(pointer, onClose)
  const isByStep = policy?.approval === 'every step'
  const steps = unapprovedSteps(move.known, release)
  const step = picked ?? steps[0]
  const { stable } = move.known
  const record = records?.find((listed) => listed.release === release)
  return (
    <FormDialog
      title={`Approve ${release}`}
      verb={isByStep && step ? `Approve ${release} for ${stepWords[step]}` : `Approve ${release}`}
      unsaved={reason !== ''}
      busy={move.busy}
      disabled={reason.trim() === '' || (isByStep && !step)}
      refused={move.refused}
      onSubmit={() => {
        const wish = { kind: 'approve', release, ...(isByStep && step ? { step } : {}) } as const
        void move.send(wish, reason, releaseSentences.approved(release))
      }}
      onClose={onClose}
    >
      <MovedMeanwhile before={move.replaced} now={move.known} by={move.replacedBy} />
      {record && <Facts record={record} stable={stable} />}
      {record && records && <ReleaseChanges record={record} stable={stable} records={records} />}
      <p>
        Approving it lets people with admin rights run it: its code then acts with their rights.{' '}
        {isByStep
          ? 'Its team may take it to this step, and needs another approval for the next.'
          : 'Its team may take it further than the QA cohort, step by step, to everyone.'}{' '}
        Read its sources first, and ask its team whether this release is theirs: whoever holds their
        token could have published it.
      </p>
      {isByStep && step && (
        <SelectField
          label="For which step"
          value={step}
          onChange={(value) => setPicked(approvalStep.parse(value))}
          options={steps.map((option) => ({ value: option, label: stepWords[option] }))}
        />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/** What is known about a release, and its source. */
function Facts({ record, stable }: { record: ReleaseRecord; stable: string | undefined }) {
  const timeOf = useTimeFormat()
  const nameOf = useNameOf()
  const { publishedAt, publishedBy, commit, checked } = record
  return (
    <dl className={styles.facts}>
      <dt>Release</dt>
      <dd>{record.release}</dd>
      <dt>Everyone runs now</dt>
      <dd>{stable ?? 'Nothing yet'}</dd>
      <dt>Published</dt>
      <dd>
        {timeOf(publishedAt)}, by {isolated(nameOf(moverInWords(publishedBy)))}
      </dd>
      <dt>Commit</dt>
      <dd>{commit === undefined ? 'Not known' : <code>{commit}</code>}</dd>
      <dt>Tried here</dt>
      <dd>
        <TrialVerdict record={record} />
      </dd>
      <dt>Its team says</dt>
      <dd>{reportInWords(checked, timeOf)} This is the team’s own word.</dd>
    </dl>
  )
}
