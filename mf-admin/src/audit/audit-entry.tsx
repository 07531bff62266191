import { isolated } from '@portal/domain/shown-text'
import type { AuditEntry } from '@portal/contract/audit'
import { type Difference, differences } from '@portal/domain/audit-differences'
import {
  accessKinds,
  changeInWords,
  subjectInWords,
  valueInWords,
  whoInWords,
} from '@portal/domain/audit-words'
import { closedReason, isUndoable } from '@portal/domain/undoable-changes'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Card } from '@portal/shared-ui/card'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ArrowRight, Ban, History, Undo2 } from 'lucide-react'
import styles from './audit-entry.module.css'
import { dateFormat } from '@portal/domain/date-format'
import { Button } from '@portal/shared-ui/button'
import { useState } from 'react'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { errorMessage } from '../shared/api-errors.ts'
import { undoSentences, useUndo } from '../shared/undo/use-undo.ts'
import { useAct } from '../shared/use-act.ts'

/** How many fields are shown; the rest can be expanded. */
const inSight = 6

type AuditEntryCardProps = {
  entry: AuditEntry
  /** A later entry has taken it back. */
  isUndone: boolean
}

/** Who did what to what, when, and what it was before. */
export function AuditEntryCard({ entry, isUndone }: AuditEntryCardProps) {
  const { timeZone } = usePortal().config.foundation
  const { at, what, before, after, reason, undoes } = entry
  const refused = what === 'denied' || what === 'sign-in refused'
  // The subject already shows its name.
  const isDownload = what === 'paper downloaded'
  const rows = isDownload ? [] : differences(before, after, valueInWords(timeZone, entry.papers))
  return (
    <Card as="li" className={styles.entry}>
      <div className={styles.head}>
        <time dateTime={at} className={styles.time}>
          {timeOf(at, timeZone)}
        </time>
        <Badge kind={refused ? 'bad' : 'accent'} icon={refused && <Ban />}>
          {changeInWords(what)}
        </Badge>
        <span className={styles.who}>{whoInWords(entry)}</span>
      </div>
      <Subject entry={entry} />
      {refused ? <Denial entry={entry} /> : reason && <p>Reason: {isolated(reason)}</p>}
      {undoes && <p>Undoes: {changeInWords(undoes.what)}</p>}
      <Differences rows={rows.slice(0, inSight)} of={entry} />
      {rows.length > inSight && (
        <details className={styles.rest}>
          <summary>{rows.length - inSight} more fields</summary>
          <Differences rows={rows.slice(inSight)} of={entry} />
        </details>
      )}
      {!refused && !isAccess(what) && rows.length === 0 && (
        <p className={styles.same}>No recorded field has changed.</p>
      )}
      <Undoing entry={entry} isUndone={isUndone} />
    </Card>
  )
}

function Undoing({ entry, isUndone }: AuditEntryCardProps) {
  if (isUndone) return <p className={styles.same}>Undone</p>
  if (!isUndoable(entry)) return null
  const reason = closedReason(entry)
  if (reason !== undefined) return <p className={styles.same}>{reason}</p>
  return (
    <div>
      <UndoChange entry={entry} />
    </div>
  )
}

/** What an entry is about, with a link to everything that happened to it. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { what, subject } = entry
  if (what === 'denied') {
    return (
      <p className={styles.subject}>
        <code>{subject}</code>
      </p>
    )
  }
  const name = subjectInWords(entry)
  const isDownload = what === 'paper downloaded'
  const search = new URLSearchParams({ ...(isDownload && { show: 'access' }), subject })
  return (
    <p className={styles.subject}>
      <strong>{name}</strong>
      {(isDownload || !isAccess(what)) && (
        <Link className={styles.history} to={`?${search.toString()}`}>
          <History /> {isDownload ? 'All downloads of it' : 'All changes to it'}
          <VisuallyHidden>: {isolated(name)}</VisuallyHidden>
        </Link>
      )}
    </p>
  )
}

function isAccess(what: string): boolean {
  return accessKinds.some((kind) => kind === what)
}

function Denial({ entry: { reason, times = 1 } }: { entry: AuditEntry }) {
  return (
    <p>
      {isolated(reason)}
      {times > 1 && ` Refused ${times} times.`}
    </p>
  )
}

/** Created and deleted things have only one side. */
function Differences({ rows, of }: { rows: Difference[]; of: AuditEntry }) {
  const changed = of.before !== null && of.after !== null
  if (rows.length === 0) return null
  return (
    <dl className={styles.rows}>
      {rows.map(({ field, before, after }) => (
        <div key={field} className={styles.row}>
          <dt>{field}</dt>
          <dd>
            {of.before !== null && <Value text={before} label="before" />}
            {changed && <ArrowRight className={styles.arrow} aria-label="became" role="img" />}
            {of.after !== null && <Value text={after} label="after" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ text, label }: { text: string; label: 'before' | 'after' }) {
  if (text === '') return <span className={styles.none}>nothing</span>
  return <span className={styles[label]}>{text}</span>
}

/** `9:00:05 AM PST` */
function timeOf(at: string, timeZone: string): string {
  return dateFormat({
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at))
}

/** Undoes the change of an entry, after a question that says what will be. */
function UndoChange({ entry }: { entry: AuditEntry }) {
  const { toast } = usePortal()
  const [asking, setAsking] = useState(false)
  const undo = useAct(useUndo(), {
    done: () => {
      setAsking(false)
      toast(undoSentences.done, { kind: 'good', duration: 3000 })
    },
    failure: (error) => errorMessage(error) ?? undoSentences.failed,
  })
  const name = subjectInWords(entry)

  return (
    <>
      <Button icon={<Undo2 />} onClick={() => setAsking(true)}>
        Undo this change
        <VisuallyHidden>
          : {changeInWords(entry.what)}, {isolated(name)}
        </VisuallyHidden>
      </Button>
      <ActDialog
        of={undo}
        open={asking}
        title="Undo this change?"
        verb="Undo the change"
        onConfirm={() => void undo.act([{ entry: entry.id }])}
        onClose={() => {
          setAsking(false)
          undo.refuse(undefined)
        }}
      >
        <p>{undoOutcome(entry)}</p>
      </ActDialog>
    </>
  )
}

/** What undoing an entry's change does, in a sentence or two. */
export function undoOutcome(entry: AuditEntry): string {
  const { what, before, after } = entry
  const name = subjectInWords(entry)
  if (what === 'directory entry deleted') {
    const hadPhoto = mappingIn(before)['photoUrl'] !== undefined
    return `${isolated(name)} will be in the directory again${hadPhoto ? ', without the photo' : ''}.`
  }
  if (what === 'agenda deleted')
    return `The agenda of ${isolated(name)} will be there again, as it was.`
  return slotOutcome(`“${isolated(name)}”`, mappingIn(before), mappingIn(after))
}

type Mapping = Record<string, unknown>

function slotOutcome(slot: string, before: Mapping, after: Mapping): string {
  const [was, is] = [contentOf(before), contentOf(after)]
  if (was === undefined && is !== undefined) return `${slot} will show nothing, as before.`
  const isShown = before['active'] !== false
  const visibility = isShown
    ? `Members will see ${slot} again.`
    : `Members will no longer see ${slot}.`
  const sentences = [
    ...(was === is ? [] : [`${slot} will show “${isolated(was)}” again.`]),
    ...(isShown === (after['active'] !== false) ? [] : [visibility]),
  ]
  if (sentences.length > 0) return sentences.join(' ')
  const fields = differences(before, after).map(({ field }) => field)
  return `${slot} will be as it was before this change: ${fields.join(', ')}.`
}

/** The name of a slot's document, or the address of its embed. */
function contentOf({ documentName, documentId, embedUrl }: Mapping): string | undefined {
  const content = documentName ?? documentId ?? embedUrl
  return typeof content === 'string' ? content : undefined
}

function mappingIn(body: unknown): Mapping {
  return { ...(body as Mapping | null) }
}
