import { isolated } from '@portal/domain/shown-text'
import type { Agenda } from '@portal/contract/agendas'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { useId, useState } from 'react'
import { type AgendaDraft, draftOf, emptyDraft } from './agenda-draft.ts'
import type { EditedAgenda } from './agenda-edit.ts'
import { mergeDrafts, mergeRows, type MergeRow, type Side } from './agenda-merge.ts'
import styles from './merge-dialog.module.css'

type MergeDialogProps = {
  edited: EditedAgenda
  theirs: Agenda
  /** The other admin's e-mail address, if known. */
  otherAdmin: string | undefined
  onClose: () => void
  onMerged: (merged: AgendaDraft) => void
}

/** Both versions side by side, with one choice for each difference. */
export function MergeDialog(props: MergeDialogProps) {
  const { edited, theirs, otherAdmin = 'Someone else', onClose, onMerged } = props
  const [choices, setChoices] = useState<Record<string, Side>>({})
  const { base, draft } = edited
  const versions = {
    base: base ? draftOf(base) : emptyDraft,
    mine: draft,
    theirs: draftOf(theirs),
  }
  const rows = mergeRows(versions)
  const sideOf = (row: MergeRow) => choices[row.id] ?? row.proposed
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(rows.map(({ id }) => [id, side])))

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
        {otherAdmin} has saved this agenda since you began. Choose what is kept in each row: where
        only one of you changed something, that change is chosen already.
        {base && base.status !== theirs.status && (
          <> They have also {theirs.status === 'published' ? 'published it' : 'set it to draft'}.</>
        )}
      </p>
      <div className={styles.all}>
        <Button onClick={() => chooseAll('mine')}>Choose all of yours</Button>
        <Button onClick={() => chooseAll('theirs')}>Choose all of theirs</Button>
      </div>
      {rows.length === 0 && <p>What is stored now is the same as yours.</p>}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            chosen={sideOf(row)}
            onChoose={(side) => setChoices((before) => ({ ...before, [row.id]: side }))}
          />
        ))}
      </ul>
    </Dialog>
  )
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
