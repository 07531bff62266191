import {
  promotionPlan,
  promotionStep,
  type ReleasePointer,
  type ReleasePolicy,
} from '@portal/contract/pointers'
import type { ReleaseRecord } from '@portal/contract/publishing'
import { SelectField } from '@portal/shared-ui/field'
import { Switch } from '@portal/shared-ui/switch'
import { useState } from 'react'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { isApproved, stepEnds } from './approvals.ts'
import { MovedMeanwhile, ReasonField } from './move-dialog-parts.tsx'
import { ReleaseChanges } from './release-changes.tsx'
import { minutesInWords, nextStep, stepWords } from './release-words.ts'
import { releaseSentences } from './releases-sentences.ts'
import { TrialVerdict } from './trial-verdict.tsx'
import { isTriedFor, reportInWords, verdictOn } from './trial-words.ts'
import { useMove } from './use-move.ts'
import { useTimeFormat } from './use-time-format.ts'

type PromoteDialogProps = {
  pointer: ReleasePointer
  policy: ReleasePolicy | undefined
  /** The remote's published releases. */
  records: ReleaseRecord[]
  /** The releases that can be promoted, newest first; the one that was clicked is selected. */
  releases: ReleaseRecord[]
  release: string
  onClose: () => void
}

/** Promotes a release by one step; an admin may skip steps. */
export function PromoteDialog(props: PromoteDialogProps) {
  const { pointer, policy, records, releases, release, onClose } = props
  const [chosen, setChosen] = useState(release)
  const [picked, setPicked] = useState<(typeof promotionPlan)[number]>()
  const [reason, setReason] = useState('')
  const [untried, setUntried] = useState(false)
  const [sooner, setSooner] = useState(false)
  const [now] = useState(() => Date.now())
  const timeOf = useTimeFormat()
  const move = useMove(pointer, onClose)
  const following = nextStep(move.known, chosen)
  const step = picked ?? following
  const { candidate, stable } = move.known
  const published = releases.find((listed) => listed.release === chosen)
  const record: Partial<ReleaseRecord> = published ?? {}
  const isUntried = !isTriedFor(step, record)
  const isFurther =
    candidate?.release !== chosen ||
    promotionPlan.indexOf(step) > promotionPlan.indexOf(candidate.step)
  const ends = isFurther ? stepEnds(move.known, chosen, policy, now) : undefined
  // The server's clock decides.
  const isTooSoon = ends !== undefined || (move.refused !== undefined && candidate !== undefined)
  const replaced = candidate && candidate.release !== chosen ? candidate.release : undefined
  return (
    <FormDialog
      title={`Promote ${chosen}`}
      verb={`Promote ${chosen} to ${stepWords[step]}`}
      unsaved={reason !== ''}
      busy={move.busy}
      disabled={reason.trim() === '' || (isUntried && !untried) || (ends !== undefined && !sooner)}
      refused={move.refused}
      onSubmit={() => {
        const wish = {
          kind: 'promote',
          release: chosen,
          step,
          anyway: isUntried || sooner,
        } as const
        void move.send(wish, reason, releaseSentences.promoted(chosen, step))
      }}
      onClose={onClose}
    >
      <MovedMeanwhile before={move.replaced} now={move.known} by={move.replacedBy} />
      <SelectField
        label="Release"
        value={chosen}
        onChange={(value) => {
          setChosen(value)
          setPicked(undefined)
          setUntried(false)
          setSooner(false)
        }}
        options={releases.map((option) => ({ value: option.release, label: option.release }))}
      />
      <SelectField
        label="For whom"
        value={step}
        onChange={(value) => setPicked(promotionStep.parse(value))}
        options={promotionPlan.map((option) => ({
          value: option,
          label: `${stepWords[option]}${option === following ? ' (the next step)' : ''}`,
        }))}
      />
      <p>
        {step === '100'
          ? `Everyone runs it at their next load${stable === undefined ? '' : `, instead of ${stable}`}.`
          : 'They run it at their next load. Where it fails, the stable release stands in for it.'}
        {replaced !== undefined && ` It takes the place of the candidate ${replaced}.`}
      </p>
      {!isApproved(move.known, chosen) && (
        <p>
          No admin has approved {chosen} yet. Promoting it approves it: people with admin rights may
          run it, and its code acts with their rights.
        </p>
      )}
      {!isApproved(move.known, chosen) && published && (
        <ReleaseChanges record={published} stable={stable} records={records} />
      )}
      <div>
        <TrialVerdict record={record} />
      </div>
      <p>{reportInWords(record.checked, timeOf)}</p>
      {isUntried && (
        <Switch
          label={
            verdictOn(record) === 'failed' ? 'Promote it although it failed' : 'Promote it untested'
          }
          checked={untried}
          onChange={setUntried}
          showLabel
        />
      )}
      {ends !== undefined && policy && (
        <p>
          Each step lasts at least {minutesInWords(policy.stepMinutes)}: this one until{' '}
          {timeOf(new Date(ends).toISOString())}.
        </p>
      )}
      {isTooSoon && (
        <Switch label="Promote it sooner" checked={sooner} onChange={setSooner} showLabel />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
