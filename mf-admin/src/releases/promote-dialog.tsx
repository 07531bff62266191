import { promotionPlan, promotionStep, type ReleasePointer } from '@portal/contract/pointers'
import type { ReleaseRecord } from '@portal/contract/publishing'
import { SelectField } from '@portal/shared-ui/field'
import { Switch } from '@portal/shared-ui/switch'
import { useState } from 'react'
import { FormDialog } from '../form-dialog.tsx'
import { MovedMeanwhile } from './moved-meanwhile.tsx'
import { ReasonField } from './reason-field.tsx'
import { checkInWords, nextStep, stepWords } from './release-words.ts'
import { sentences } from './releases-sentences.ts'
import { useMove } from './use-move.ts'
import { useTimeFormat } from './use-time-format.ts'

type PromoteDialogProps = {
  pointer: ReleasePointer
  /** What can be promoted, newest first; the one that was pressed is chosen. */
  releases: ReleaseRecord[]
  release: string
  onClose: () => void
}

/** Takes a release one step further; an admin may leave steps out. */
export function PromoteDialog({ pointer, releases, release, onClose }: PromoteDialogProps) {
  const [chosen, setChosen] = useState(release)
  const [picked, setPicked] = useState<(typeof promotionPlan)[number]>()
  const [reason, setReason] = useState('')
  const [anyway, setAnyway] = useState(false)
  const timeOf = useTimeFormat()
  const move = useMove(pointer, onClose)
  const following = nextStep(move.known, chosen)
  const step = picked ?? following
  const { candidate, stable } = move.known
  const checked = releases.find((one) => one.release === chosen)?.checked
  const isUntried = !checked?.current
  const replaced = candidate && candidate.release !== chosen ? candidate.release : undefined
  return (
    <FormDialog
      title={`Promote ${chosen}`}
      verb={`Promote ${chosen} to ${stepWords[step]}`}
      unsaved={reason !== ''}
      busy={move.busy}
      disabled={reason.trim() === '' || (isUntried && !anyway)}
      refused={move.refused}
      onSubmit={() => {
        const wish = { kind: 'promote', release: chosen, step, anyway: isUntried } as const
        void move.send(wish, reason, sentences.promoted(chosen, step))
      }}
      onClose={onClose}
    >
      <MovedMeanwhile before={move.outrun} now={move.known} />
      <SelectField
        label="Release"
        value={chosen}
        onChange={(value) => {
          setChosen(value)
          setPicked(undefined)
          setAnyway(false)
        }}
        options={releases.map((one) => ({ value: one.release, label: one.release }))}
      />
      <SelectField
        label="For whom"
        value={step}
        onChange={(value) => setPicked(promotionStep.parse(value))}
        options={promotionPlan.map((one) => ({
          value: one,
          label: `${stepWords[one]}${one === following ? ' (the next step)' : ''}`,
        }))}
      />
      <p>
        {step === '100'
          ? `Everyone runs it at their next load${stable === undefined ? '' : `, instead of ${stable}`}.`
          : 'They run it at their next load. Where it fails, the stable release stands in for it.'}
        {replaced !== undefined && ` It takes the place of the candidate ${replaced}.`}
      </p>
      <p>{checkInWords(checked, timeOf)}</p>
      {isUntried && (
        <Switch label="Promote it untried" checked={anyway} onChange={setAnyway} showLabel />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
