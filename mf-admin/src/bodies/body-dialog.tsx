import { type Body, body as bodySchema } from '@portal/contract/bodies'
import { bodyColors, bodyId, bodyLimits } from '@portal/domain/bodies'
import { plainText } from '@portal/domain/contains-words'
import { isolated } from '@portal/domain/shown-text'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { ChangedMeanwhile } from '../shared/changed-meanwhile.tsx'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { TextAreaField } from '../shared/text-area-field.tsx'
import { useUndoableToast } from '../shared/undo/use-undo.ts'
import { storedIn, useRevisedSave } from '../shared/use-act.ts'
import { bodiesFailure, type BodySave, useSaveBody } from './bodies-queries.ts'

type BodyDialogProps = {
  /** Undefined adds a committee. */
  body: Body | undefined
  /** Every body that there is. */
  bodies: readonly Body[]
  onClose: () => void
}

/** Adds a committee, or changes what a body is called and what it is for. */
export function BodyDialog({ body, bodies, onClose }: BodyDialogProps) {
  const undoableToast = useUndoableToast()
  const [name, setName] = useState(body?.name ?? '')
  const [purpose, setPurpose] = useState(body?.purpose ?? '')
  const [color, setColor] = useState<ChosenColor>(body?.color ?? 'none')
  const id = body?.id ?? bodyId(name)
  const isTaken = bodies.some(
    (other) =>
      other.id !== body?.id &&
      (other.id === id || plainText(other.name) === plainText(name.trim())),
  )
  const saving = useRevisedSave<Body | undefined, Parameters<Save>[0], Body>(body, useSaveBody(), {
    done: (saved) => {
      const isChange = body?.revision !== undefined && saved.revision !== body.revision
      const undone = isChange ? [{ subject: saved.id, what: 'body saved' }] : []
      undoableToast(`${isolated(saved.name)} is saved`, undone, { kind: 'good' })
      onClose()
    },
    failure: bodiesFailure,
    // One that another admin has just added isn't changed by adding a committee.
    newerIn: (error) => (body ? storedIn(bodySchema, error) : undefined),
  })
  const { known, replaced, replacedBy } = saving
  return (
    <FormDialog
      title={body ? `Edit ${isolated(body.name)}` : 'Add a committee'}
      verb={body ? 'Save' : 'Add the committee'}
      unsaved={
        name !== (body?.name ?? '') ||
        purpose !== (body?.purpose ?? '') ||
        color !== (body?.color ?? 'none')
      }
      busy={saving.busy}
      disabled={name.trim() === '' || id === '' || isTaken || name.length > bodyLimits.name}
      refused={saving.refused}
      onSubmit={() => void saving.act({ id, name, purpose, color, revision: known?.revision })}
      onClose={onClose}
    >
      {replaced && known && (
        <ChangedMeanwhile before={inWords(replaced)} now={inWords(known)} by={replacedBy} />
      )}
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={bodyLimits.name}
        autoComplete="off"
        error={saving.busy ? undefined : nameProblem(name, id, isTaken)}
        hint={body ? undefined : 'Such as Finance Committee'}
      />
      <TextAreaField
        label="Purpose"
        value={purpose}
        onChange={setPurpose}
        maxLength={bodyLimits.purpose}
        hint="What it is for, as members read it in the directory. It can be left empty."
      />
      <SelectField
        label="Color"
        value={color}
        onChange={(chosen) => setColor(chosen as ChosenColor)}
        options={colorOptions}
        hint="A dot before its name, to find its meetings in the calendar and in lists."
      />
    </FormDialog>
  )
}

type ChosenColor = NonNullable<BodySave['color']>

const colorOptions = [
  { value: 'none', label: 'None' },
  ...Object.entries(bodyColors).map(([value, label]) => ({ value, label })),
]

type Save = ReturnType<typeof useSaveBody>['mutateAsync']

function nameProblem(name: string, id: string, isTaken: boolean): string | undefined {
  if (isTaken) return 'There is a committee with this name, or one like it.'
  return name.trim() !== '' && id === '' ? 'Use some letters from A to Z in the name.' : undefined
}

function inWords({ name, purpose = '', color }: Body): string {
  const named = color === undefined ? name : `${name} (${bodyColors[color]})`
  return purpose === '' ? named : `${named}: ${purpose}`
}
