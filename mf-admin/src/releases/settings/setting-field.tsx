import { Button } from '@portal/shared-ui/button'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { Switch } from '@portal/shared-ui/switch'
import { type Rollout, settingFault } from '@portal/domain/remote-settings'
import { RotateCcw } from 'lucide-react'
import { useId, useRef } from 'react'
import { TextAreaField } from '../../shared/text-area-field.tsx'
import {
  type DeclaredSetting,
  type FieldValue,
  fieldValue,
  isSameValue,
  settingInWords,
  storedValue,
} from './setting-words.ts'
import styles from './settings.module.css'

type SettingFieldProps = {
  setting: DeclaredSetting
  value: FieldValue
  onChange: (value: FieldValue) => void
}

/** The longest text that has one line. */
const oneLine = 200

/** One setting of a remote, by its schema. */
export function SettingField({ setting, value, onChange }: SettingFieldProps) {
  const { label, schema, flag } = setting
  const place = useRef<HTMLDivElement>(null)
  const isDefault = isSameValue(setting, storedValue(setting, value), setting.default)
  const error = settingFault(setting, storedValue(setting, value))
  const hint = <Hint setting={setting} />
  const text = { label, value: typeof value === 'string' ? value : '', onChange, hint, error }
  const input = () => {
    if (flag && typeof value === 'object') {
      return <FlagField setting={setting} value={value} onChange={onChange} />
    }
    if (schema.type === 'boolean') {
      return (
        <div className={styles.switch}>
          <Switch label={label} checked={value === true} onChange={onChange} showLabel />
          <div className={styles.hint}>{hint}</div>
        </div>
      )
    }
    if (schema.type === 'array') return <TextAreaField {...text} rows={3} />
    if (schema.enum) {
      const options = schema.enum.map((choice) => ({ value: choice, label: choice }))
      return <SelectField {...text} options={options} />
    }
    if (schema.type === 'integer' || schema.type === 'number') {
      return <TextField {...text} inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'} />
    }
    return (schema.maxLength ?? 0) > oneLine && schema.format !== 'uri' ? (
      <TextAreaField {...text} rows={3} />
    ) : (
      <TextField {...text} inputMode={schema.format === 'uri' ? 'url' : 'text'} />
    )
  }
  return (
    <div ref={place} className={styles.setting}>
      {input()}
      {!isDefault && (
        <Button
          variant="quiet"
          icon={<RotateCcw />}
          aria-label={`Back to the default: ${label}`}
          onClick={() => {
            onChange(fieldValue(setting, setting.default))
            // This button is about to go.
            place.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
          }}
        >
          Back to the default
        </Button>
      )}
    </div>
  )
}

function Hint({ setting }: { setting: DeclaredSetting }) {
  const { description, schema, default: usual, candidateOnly } = setting
  return (
    <>
      {[
        description,
        schema.type === 'array' ? 'One entry per line.' : undefined,
        candidateOnly ? 'Only the candidate has this setting.' : undefined,
        `Default: ${settingInWords(usual)}`,
      ]
        .filter((part) => part !== undefined)
        .join(' ')}
    </>
  )
}

const cohortNames = { qa: 'The QA cohort', team: 'The remote’s own team' } as const

type FlagFieldProps = Omit<SettingFieldProps, 'value'> & { value: Rollout }

/** A flag: for whom it is on. */
function FlagField({ setting, value, onChange }: FlagFieldProps) {
  const titleId = useId()
  const { share, cohorts } = value
  const toggled = (cohort: 'qa' | 'team') =>
    cohorts.includes(cohort) ? cohorts.filter((other) => other !== cohort) : [...cohorts, cohort]
  return (
    <div className={styles.flag} role="group" aria-labelledby={titleId}>
      <div id={titleId} className={styles.title}>
        {setting.label}
      </div>
      <div className={styles.hint}>
        <Hint setting={setting} />
      </div>
      <TextField
        label="Share of all people, in percent"
        value={Number.isNaN(share) ? '' : String(share)}
        onChange={(typed) =>
          onChange({ share: /^\d{1,4}$/.test(typed) ? Number(typed) : NaN, cohorts })
        }
        inputMode="numeric"
        hint="0 for nobody, 100 for everyone. Who has it keeps it when the share grows."
        error={settingFault(setting, value)}
      />
      {(['qa', 'team'] as const).map((cohort) => (
        <Switch
          key={cohort}
          label={cohortNames[cohort]}
          checked={share === 100 || cohorts.includes(cohort)}
          disabled={share === 100}
          onChange={() => onChange({ share, cohorts: toggled(cohort) })}
          showLabel
        />
      ))}
    </div>
  )
}
