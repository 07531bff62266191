import { type ReleasePolicy, releasePolicy } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { Switch } from '@portal/shared-ui/switch'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { BothVersions } from '../../shared/dialogs/both-versions.tsx'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { storedIn, useRevisedSave } from '../../shared/use-act.ts'
import {
  backendFault,
  type Claims,
  formOf,
  type Limits,
  type LimitsForm,
  limitsIn,
  limitsInWords,
  placeFault,
  placesOf,
  sizeFault,
} from './limits-form.ts'
import { releaseErrorMessage, useSavePolicy } from '../release-queries.ts'
import { releaseMessageTime, releaseSentences } from '../releases-sentences.ts'

type LimitsDialogProps = {
  remote: string
  seen: ReleasePolicy
  claims: Claims
  onClose: () => void
}

/** Edits what a remote may use; somebody else's save is shown before it is replaced. */
export function LimitsDialog({ remote, seen, claims, onClose }: LimitsDialogProps) {
  const { toast } = usePortal()
  const save = useRevisedSave(seen, useSavePolicy(), {
    done: () => {
      toast(releaseSentences.limitsSaved(remote), { kind: 'good', duration: releaseMessageTime })
      onClose()
    },
    failure: releaseErrorMessage,
    newerIn: (error) => storedIn(releasePolicy, error),
  })
  const { approval, stepMinutes, revision } = save.known
  const otherAdmin = useOtherAdmin()
  const [opened] = useState(() => formOf(seen))
  const [form, setForm] = useState<LimitsForm>(opened)
  const change = (part: Partial<LimitsForm>) => setForm((before) => ({ ...before, ...part }))
  const places = placesOf(claims)
  const faults = [
    backendFault(form.backend),
    sizeFault(form.file, 'file'),
    sizeFault(form.total, 'total'),
    ...places.map(({ key }) => placeFault(form.places[key] ?? '')),
  ]
  const isGood = faults.every((fault) => fault === undefined)
  const limits = isGood ? limitsIn(form, claims, save.known) : undefined

  return (
    <FormDialog
      title={`What ${remote} may use`}
      verb="Save the limits"
      unsaved={form !== opened}
      busy={save.busy}
      disabled={!limits}
      refused={save.refused}
      onSubmit={() => void save.act({ remote, approval, stepMinutes, ...limits, revision })}
      onClose={onClose}
    >
      {save.replaced && (
        <Banner kind="warn" icon={<TriangleAlert />} role="alert">
          <p>
            <strong>{otherAdmin(save.replacedBy)} has saved this meanwhile.</strong> Saving again
            replaces theirs.
          </p>
          <BothVersions rows={differencesOf(save.known, limits ?? {})} />
        </Banner>
      )}
      <TextField
        label="Address of its own backend"
        value={form.backend}
        onChange={(backend) => change({ backend })}
        error={backendFault(form.backend)}
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        hint="The portal sends requests of its screens there, and says whose they are. Leave it empty if it has none."
      />
      <SizeFields form={form} onChange={change} />
      <SlotFields form={form} claims={claims} onChange={change} />
      {places.map(({ key, label, declared }) => (
        <TextField
          key={key}
          label={label}
          value={form.places[key] ?? ''}
          onChange={(place) => change({ places: { ...form.places, [key]: place } })}
          error={placeFault(form.places[key] ?? '')}
          inputMode="numeric"
          hint={`From the top. Leave it empty for ${declared}, the place in its release.`}
        />
      ))}
    </FormDialog>
  )
}

type FieldsProps = { form: LimitsForm; onChange: (part: Partial<LimitsForm>) => void }

function SizeFields({ form, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Largest file, in KB"
        value={form.file}
        onChange={(file) => onChange({ file })}
        error={sizeFault(form.file, 'file')}
        inputMode="decimal"
      />
      <TextField
        label="All files together, in KB"
        value={form.total}
        onChange={(total) => onChange({ total })}
        error={sizeFault(form.total, 'total')}
        inputMode="decimal"
        hint="Without compression. Its team may set itself less. Leave them empty for the portal’s own limits."
      />
    </>
  )
}

function SlotFields({ form, claims, onChange }: FieldsProps & { claims: Claims }) {
  const { slots } = form
  const used = claims.slots.map(({ slot }) => slot)
  const [known] = useState([...new Set(['dashboard', ...used, ...(slots ?? [])])])
  return (
    <>
      <SelectField
        label="It may have parts"
        value={slots ? 'some' : 'any'}
        onChange={(value) => onChange({ slots: value === 'any' ? undefined : [...new Set(used)] })}
        options={[
          { value: 'any', label: 'in any slot' },
          { value: 'some', label: 'only in these slots' },
        ]}
      />
      {slots &&
        known.map((slot) => (
          <Switch
            key={slot}
            label={slot}
            checked={slots.includes(slot)}
            onChange={(isOn) =>
              onChange({ slots: isOn ? [...slots, slot] : slots.filter((one) => one !== slot) })
            }
            showLabel
          />
        ))}
    </>
  )
}

function differencesOf(theirs: Limits, yours: Parameters<typeof withoutNull>[0]) {
  const [stored, typed] = [limitsInWords(theirs), limitsInWords(withoutNull(yours))]
  return Object.entries(stored).flatMap(([field, words]) => {
    const own = typed[field as keyof typeof typed]
    return own === words ? [] : [{ field, theirs: words, yours: own }]
  })
}

function withoutNull(limits: { [P in keyof Limits]: Limits[P] | null }): Limits {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null))
}
