import { type Term, term as termSchema } from '@portal/contract/bodies'
import { dayAfter, isDay, todayIn } from '@portal/domain/days'
import { isolated } from '@portal/domain/shown-text'
import { type Office, officeNames, offices, termLimits, usuallyVotes } from '@portal/domain/terms'
import { usePortal } from '@portal/remote-kit/portal'
import { Combobox } from '@portal/shared-ui/combobox'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { Switch } from '@portal/shared-ui/switch'
import { useState } from 'react'
import { ChangedMeanwhile } from '../shared/changed-meanwhile.tsx'
import { DayField } from '../shared/day-field.tsx'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { storedIn, useAct, useRevisedSave } from '../shared/use-act.ts'
import { useUndoableToast } from '../shared/undo/use-undo.ts'
import {
  bodiesFailure,
  type NewTerm,
  type TermContent,
  useAddTerms,
  useSaveTerm,
} from './bodies-queries.ts'
import { termInWords } from './bodies-words.ts'
import styles from './bodies.module.css'

type Draft = { office: Office; voting: boolean; from: string; to: string; appointedBy: string }

function draftOf({ office, voting, from, to = '', appointedBy = '' }: TermContent): Draft {
  return { office, voting, from, to, appointedBy }
}

/** Undefined while a day is missing, or the last one is before the first. */
function contentOf({ office, voting, from, to, appointedBy }: Draft): TermContent | undefined {
  if (!isDay(from) || (to !== '' && (!isDay(to) || to < from))) return undefined
  return { office, voting, from, ...(to && { to }), ...(appointedBy && { appointedBy }) }
}

/** The term that follows one that ends. */
export function nextTerm({ person, body, office, voting, to = '' }: Term): Omit<NewTerm, 'to'> {
  return { person, body, office, voting, from: dayAfter(to) }
}

type Person = { id: string; name: string; role: string }

type NewTermDialogProps = {
  body: { id: string; name: string }
  people: readonly Person[]
  /** What it begins with, of a person who has a term. */
  start?: Omit<NewTerm, 'to'> | undefined
  onClose: () => void
}

/** Adds a term of somebody in the directory. */
export function NewTermDialog({ body, people, start, onClose }: NewTermDialogProps) {
  const { toast, config } = usePortal()
  const first: TermContent = start ?? {
    office: 'member',
    voting: true,
    from: todayIn(config.foundation.timeZone),
  }
  const [draft, setDraft] = useState(draftOf(first))
  const known = people.find(({ id }) => id === start?.person)
  const [person, setPerson] = useState<Person | null>(known ?? null)
  const content = contentOf(draft)
  const adding = useAct(useAddTerms(), {
    done: () => {
      toast(`The term of ${isolated(person?.name ?? '')} is added`, { kind: 'good' })
      onClose()
    },
    failure: bodiesFailure,
  })
  const submit = () => {
    if (!person || !content) return
    void adding.act({ terms: [{ ...content, person: person.id, body: body.id }] })
  }
  return (
    <FormDialog
      title={
        known ? `Next term of ${isolated(known.name)}` : `Add somebody to ${isolated(body.name)}`
      }
      verb="Add the term"
      unsaved={person !== (known ?? null) || isChanged(draft, draftOf(first))}
      busy={adding.busy}
      disabled={!person || !content}
      refused={adding.refused}
      onSubmit={submit}
      onClose={onClose}
    >
      {known ? (
        <p>
          {officeNames[first.office]} of {body.name}
        </p>
      ) : (
        <Combobox
          label="Person"
          options={people}
          value={person}
          onChange={setPerson}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          detailOf={({ role }) => role}
          placeholder="Search by name or role"
          hint="Everybody in the directory. Add somebody new there first."
        />
      )}
      <TermFields draft={draft} onChange={setDraft} />
    </FormDialog>
  )
}

/** Changes a term. */
export function EditTermDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const today = todayIn(usePortal().config.foundation.timeZone)
  const undoableToast = useUndoableToast()
  const [draft, setDraft] = useState(draftOf(term))
  const content = contentOf(draft)
  const saving = useRevisedSave(term, useSaveTerm(), {
    done: ({ id, revision }, sent) => {
      const undone = revision === sent.revision ? [] : [{ subject: id, what: 'term saved' }]
      undoableToast(`The term of ${isolated(term.name)} is saved`, undone, { kind: 'good' })
      onClose()
    },
    failure: bodiesFailure,
    newerIn: (error) => storedIn(termSchema, error),
  })
  const { known, replaced, replacedBy } = saving
  const submit = () => {
    if (content) void saving.act({ ...content, id: known.id, revision: known.revision })
  }
  return (
    <FormDialog
      title={`Term of ${isolated(term.name)}`}
      verb="Save the term"
      unsaved={isChanged(draft, draftOf(term))}
      busy={saving.busy}
      disabled={!content}
      refused={saving.refused}
      onSubmit={submit}
      onClose={onClose}
    >
      {replaced && (
        <ChangedMeanwhile
          before={termInWords(replaced, today)}
          now={termInWords(known, today)}
          by={replacedBy}
        />
      )}
      <TermFields draft={draft} onChange={setDraft} />
    </FormDialog>
  )
}

function isChanged(draft: Draft, first: Draft): boolean {
  return (Object.keys(first) as (keyof Draft)[]).some((name) => draft[name] !== first[name])
}

const officeOptions = offices.map((office) => ({ value: office, label: officeNames[office] }))

type TermFieldsProps = { draft: Draft; onChange: (draft: Draft) => void }

function TermFields({ draft, onChange }: TermFieldsProps) {
  const { office, voting, from, to, appointedBy } = draft
  const set = (changed: Partial<Draft>) => onChange({ ...draft, ...changed })
  const endsEarly = isDay(to) && isDay(from) && to < from
  return (
    <>
      <SelectField
        label="Office"
        value={office}
        onChange={(chosen) =>
          set({ office: chosen as Office, voting: usuallyVotes(chosen as Office) })
        }
        options={officeOptions}
      />
      <Switch
        label="Votes"
        showLabel
        checked={voting}
        onChange={(checked) => set({ voting: checked })}
      />
      <div className={styles.pairs}>
        <DayField
          label="First day"
          value={from}
          onChange={(day) => set({ from: day })}
          error={isDay(from) ? undefined : 'Choose a day.'}
        />
        <DayField
          label="Last day"
          value={to}
          onChange={(day) => set({ to: day })}
          error={endsEarly ? 'A term can’t end before it begins.' : undefined}
          hint="Leave it empty if the term is open. It is the last day on which the person is in office."
        />
      </div>
      <TextField
        label="Appointed by"
        value={appointedBy}
        onChange={(text) => set({ appointedBy: text })}
        maxLength={termLimits.appointedBy}
        autoComplete="off"
        hint="The resolution, such as Resolution 2026-12. It can be left empty."
      />
    </>
  )
}
