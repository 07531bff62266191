import { isolated } from '@portal/domain/shown-text'
import type { Agenda } from '@portal/contract/agendas'
import { counted } from '@portal/domain/counted'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { useId, useState } from 'react'
import { type AgendaDraft, draftOf, emptyDraft } from './agenda-draft.ts'
import type { EditedAgenda } from './agenda-edit.ts'
import { mergeDrafts, mergeRows, type MergeRow, type Side } from './agenda-merge.ts'
import styles from './merge-dialog.module.css'

const someoneElse = 'Someone else'

type MergeDialogProps = {
  edited: EditedAgenda
  theirs: Agenda
  /** The other admin's e-mail address, if known. */
  otherAdmin: string | undefined
  onClose: () => void
  onMerged: (merged: AgendaDraft) => void
}

/** Both versions side by side: a choice where both have changed the same, and what only one of them has changed. */
export function MergeDialog(props: MergeDialogProps) {
  const { edited, theirs, otherAdmin = someoneElse, onClose, onMerged } = props
  const [choices, setChoices] = useState<Record<string, Side>>({})
  const { base, draft } = edited
  const versions = {
    base: base ? draftOf(base) : emptyDraft,
    mine: draft,
    theirs: draftOf(theirs),
  }
  const rows = mergeRows(versions)
  const open = rows.filter((row) => row.changedBy === 'both')
  const settled = rows.filter((row) => row.changedBy !== 'both')
  const sideOf = (row: MergeRow) => choices[row.id] ?? row.proposed
  const chooseAll = (side: Side) =>
    setChoices({ ...choices, ...Object.fromEntries(open.map(({ id }) => [id, side])) })
  const rowOf = (row: MergeRow) => (
    <Row
      key={row.id}
      row={row}
      chosen={sideOf(row)}
      onChoose={(side) => setChoices((before) => ({ ...before, [row.id]: side }))}
    />
  )

  return (
    <Dialog
      open
      onClose={onClose}
      title="Merge two versions"
      size="large"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onMerged(mergeDrafts(versions, sideOf))}>
            Save merged agenda
          </Button>
        </>
      }
    >
      <p className={styles.intro}>
        {otherAdmin} has saved this agenda since you began.{' '}
        {open.length > 0 ? 'Choose what is kept where you both made a change.' : nothingToChoose}
        {base && base.status !== theirs.status && (
          <> They have also {theirs.status === 'published' ? 'published it' : 'set it to draft'}.</>
        )}
      </p>
      {open.length > 1 && (
        <div className={styles.all}>
          <Button onClick={() => chooseAll('mine')}>Choose all of yours</Button>
          <Button onClick={() => chooseAll('theirs')}>Choose all of theirs</Button>
        </div>
      )}
      {rows.length === 0 && <p>What is stored now is the same as yours.</p>}
      <ul className={styles.rows}>{open.map(rowOf)}</ul>
      {settled.length > 0 && (
        <details className={styles.settled}>
          <summary className={styles.summary}>{settledInWords(settled, otherAdmin)}</summary>
          <ul className={styles.rows}>{settled.map(rowOf)}</ul>
        </details>
      )}
    </Dialog>
  )
}

const nothingToChoose = 'You haven’t changed the same parts, so the changes of both are kept.'

/** "Also kept: 2 changes by Ruth Abelman, 1 change by you". */
function settledInWords(settled: MergeRow[], otherAdmin: string): string {
  const { them = [], you = [] } = Object.groupBy(settled, ({ changedBy: who }) => who)
  const by = (name: string, { length }: MergeRow[]) =>
    length > 0 ? `${counted(length, 'change')} by ${name}` : []
  const theirName = otherAdmin === someoneElse ? 'someone else' : isolated(otherAdmin)
  return `Also kept: ${[by(theirName, them), by('you', you)].flat().join(', ')}`
}

const changedBy = {
  you: <Badge>Only you changed it</Badge>,
  them: <Badge kind="accent">Only they changed it</Badge>,
  both: <Badge kind="warn">Both changed it</Badge>,
}

type RowProps = { row: MergeRow; chosen: Side; onChoose: (side: Side) => void }

function Row({ row, chosen, onChoose }: RowProps) {
  const name = useId()
  const options = [
    ['mine', 'Yours', row.mine],
    ['theirs', 'Theirs', row.theirs],
  ] as const
  return (
    <li>
      <fieldset className={styles.row}>
        <legend className={styles.legend}>
          {row.item ? `${isolated(row.item)} · ${row.label}` : row.label}
        </legend>
        <div className={styles.changed}>{changedBy[row.changedBy]}</div>
        {options.map(([side, label, words]) => (
          <label key={side} className={styles.option}>
            <input
              type="radio"
              name={name}
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />
            <b>{label}</b>
            <span className={styles.words}>{words || '(empty)'}</span>
          </label>
        ))}
      </fieldset>
    </li>
  )
}
