import { type Body, body as bodySchema } from '@portal/contract/bodies'
import { isolated } from '@portal/domain/shown-text'
import {
  majorities,
  minutesApprovals,
  noticeKinds,
  presetRules,
  quorumShares,
  ruleLimits,
  type RuleProfile,
  rulePresets,
  stricterMajorities,
  writtenActions,
} from '@portal/domain/rule-profiles'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { Switch } from '@portal/shared-ui/switch'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Plus, Scale, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { ChangedMeanwhile } from '../shared/changed-meanwhile.tsx'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { useUndoableToast } from '../shared/undo/use-undo.ts'
import { storedIn, useRevisedSave } from '../shared/use-act.ts'
import { bodiesFailure, useSaveBody } from './bodies-queries.ts'
import styles from './bodies.module.css'
import { noticeNames, rulesInWords } from './bodies-words.ts'

type RulesDialogProps = { body: Body; voting: number; onClose: () => void }

type Set = (changed: Partial<RuleProfile>) => void

/** Changes the rules that a body decides by, and confirms them. */
export function RulesDialog({ body, voting, onClose }: RulesDialogProps) {
  const undoableToast = useUndoableToast()
  const [rules, setRules] = useState<RuleProfile>(body.rules)
  const saving = useRevisedSave(body, useSaveBody(), {
    done: (saved) => {
      const isChange = body.revision !== undefined && saved.revision !== body.revision
      const undone = isChange ? [{ subject: saved.id, what: 'body saved' }] : []
      undoableToast(`The rules of ${isolated(saved.name)} are saved`, undone, { kind: 'good' })
      onClose()
    },
    failure: bodiesFailure,
    newerIn: (error) => storedIn(bodySchema, error),
  })
  const { known, replaced, replacedBy } = saving
  const set: Set = (changed) => setRules((before) => ({ ...before, ...changed }))
  const inWords = (of: Body) =>
    rulesInWords(of, voting)
      .map(({ label, text }) => `${label}: ${text}`)
      .join('; ')
  return (
    <FormDialog
      title={`Rules of ${isolated(body.name)}`}
      verb="Save the rules"
      unsaved={JSON.stringify(rules) !== JSON.stringify(body.rules)}
      busy={saving.busy}
      disabled={!isComplete(rules)}
      refused={saving.refused}
      onSubmit={() => void saving.act({ id: body.id, revision: known.revision, rules })}
      onClose={onClose}
    >
      {replaced && (
        <ChangedMeanwhile before={inWords(replaced)} now={inWords(known)} by={replacedBy} />
      )}
      <Banner kind="plain" icon={<Scale />}>
        The portal gives no legal advice. Compare these rules with your bylaws and the law that
        applies to you.
      </Banner>
      <SelectField
        label="Begin with"
        value={rules.preset}
        onChange={(preset) => setRules(presetRules(preset as RuleProfile['preset']))}
        options={optionsOf(rulePresets)}
        hint="Choosing one replaces everything below."
      />
      <QuorumFields rules={rules} set={set} />
      <SelectField
        label="A motion is carried by"
        value={rules.majority}
        onChange={(majority) => set({ majority: majority as RuleProfile['majority'] })}
        options={optionsOf(majorities)}
      />
      <StricterFields rules={rules} set={set} />
      <Switch
        label="An abstention is a vote cast"
        showLabel
        checked={rules.abstentionsCount}
        onChange={(abstentionsCount) => set({ abstentionsCount })}
      />
      <Switch
        label="The chair’s vote decides a tie"
        showLabel
        checked={rules.castingVote}
        onChange={(castingVote) => set({ castingVote })}
      />
      <Switch
        label="Secret ballots are allowed"
        showLabel
        checked={rules.secretBallots}
        onChange={(secretBallots) => set({ secretBallots })}
      />
      <SelectField
        label="Decisions in writing, without a meeting"
        value={rules.writtenAction}
        onChange={(action) => set({ writtenAction: action as RuleProfile['writtenAction'] })}
        options={optionsOf(writtenActions)}
      />
      <NoticeFields rules={rules} set={set} />
      <SelectField
        label="Minutes are approved"
        value={rules.minutes}
        onChange={(minutes) => set({ minutes: minutes as RuleProfile['minutes'] })}
        options={optionsOf(minutesApprovals)}
      />
      <Switch
        label={`These are the rules of ${isolated(body.name)}`}
        showLabel
        checked={rules.confirmed}
        onChange={(confirmed) => set({ confirmed })}
      />
    </FormDialog>
  )
}

type FieldsProps = { rules: RuleProfile; set: Set }

const byNumber = 'number'

function QuorumFields({ rules: { quorum }, set }: FieldsProps) {
  return (
    <>
      <SelectField
        label="Quorum"
        value={quorum.by === 'number' ? byNumber : quorum.share}
        onChange={(chosen) =>
          set({
            quorum:
              chosen === byNumber
                ? { by: 'number', number: 1 }
                : { by: 'share', share: chosen as keyof typeof quorumShares },
          })
        }
        options={[
          ...optionsOf(quorumShares),
          { value: byNumber, label: 'A fixed number of voting members' },
        ]}
      />
      {quorum.by === 'number' && (
        <NumberField
          label="Voting members who must be present"
          value={quorum.number}
          least={1}
          most={ruleLimits.number}
          onChange={(number) => set({ quorum: { by: 'number', number } })}
        />
      )}
    </>
  )
}

/** The kinds of motions that need more than the usual majority. */
function StricterFields({ rules: { stricter }, set }: FieldsProps) {
  const add = useRef<HTMLButtonElement>(null)
  const change = (index: number, changed: Partial<(typeof stricter)[number]>) =>
    set({ stricter: stricter.map((one, at) => (at === index ? { ...one, ...changed } : one)) })
  return (
    <>
      {stricter.map(({ motion, needs }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the motion is being typed
        <div key={index} className={styles.pairs}>
          <TextField
            label={`Motion ${index + 1}`}
            value={motion}
            onChange={(text) => change(index, { motion: text })}
            error={motion.trim() === '' ? 'Name the motion, or remove it.' : undefined}
            maxLength={ruleLimits.motion}
            autoComplete="off"
          />
          <SelectField
            label={`Motion ${index + 1} needs`}
            value={needs}
            onChange={(chosen) => change(index, { needs: chosen as typeof needs })}
            options={optionsOf(stricterMajorities)}
          />
          <Button
            variant="quiet"
            icon={<Trash2 />}
            onClick={() => {
              set({ stricter: stricter.filter((_, at) => at !== index) })
              // This button is gone with its motion.
              requestAnimationFrame(() => add.current?.focus())
            }}
          >
            Remove<VisuallyHidden> motion {index + 1}</VisuallyHidden>
          </Button>
        </div>
      ))}
      {stricter.length < ruleLimits.stricter && (
        <div>
          <Button
            ref={add}
            icon={<Plus />}
            onClick={() => set({ stricter: [...stricter, { motion: '', needs: 'twoThirds' }] })}
          >
            Add a motion that needs more
          </Button>
        </div>
      )}
    </>
  )
}

function NoticeFields({ rules: { notice }, set }: FieldsProps) {
  return (
    <div className={styles.pairs}>
      {noticeNames.map((kind) => (
        <NumberField
          key={kind}
          label={`${noticeKinds[kind]}: days of notice`}
          value={notice[kind]}
          least={0}
          most={ruleLimits.noticeDays}
          onChange={(days) => set({ notice: { ...notice, [kind]: days } })}
        />
      ))}
    </div>
  )
}

type NumberFieldProps = {
  label: string
  value: number
  least: number
  most: number
  onChange: (value: number) => void
}

/** An empty field is NaN, and saves nothing. */
function NumberField({ label, value, least, most, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={least}
      max={most}
      step={1}
      value={Number.isNaN(value) ? '' : String(value)}
      onChange={(typed) => onChange(typed === '' ? Number.NaN : Number(typed))}
      error={isWithin(value, least, most) ? undefined : `A whole number from ${least} to ${most}`}
    />
  )
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

function isComplete({ quorum, notice, stricter }: RuleProfile): boolean {
  return (
    (quorum.by === 'share' || isWithin(quorum.number, 1, ruleLimits.number)) &&
    noticeNames.every((kind) => isWithin(notice[kind], 0, ruleLimits.noticeDays)) &&
    stricter.every(({ motion }) => motion.trim() !== '' && motion.length <= ruleLimits.motion)
  )
}

function optionsOf(choices: Readonly<Record<string, string>>) {
  return Object.entries(choices).map(([value, label]) => ({ value, label }))
}
