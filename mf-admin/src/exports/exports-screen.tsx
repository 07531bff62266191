import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { AdminScreen } from '../shared/admin-screen.tsx'
import {
  exportsQuery,
  isRunning,
  useStartExport,
  useDeleteExport,
  checkExport,
  exportUrl,
} from './exports-queries.ts'
import styles from './exports-screen.module.css'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { Archive, Download, Trash2, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { errorMessage } from '../shared/api-errors.ts'
import { useAct } from '../shared/use-act.ts'
import { type PortalExport, exportKeptDays } from '@portal/contract/portal-exports'
import { Status } from '@portal/shared-ui/status'
import { flushSync } from 'react-dom'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { dateTimeText, dateText } from '@portal/domain/time-text'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { useEndRights, useNameOf, type NameOf } from '../shared/rights/admin-rights.ts'
import { saveFrom } from '../shared/save-from-address.ts'
import { counted } from '@portal/domain/counted'
import { sizeText } from '@portal/domain/file-size'
import { isApiError } from '@portal/remote-kit/client'

/** Exports of the foundation's data, each as one archive. */
export function Component() {
  const { call } = usePortal()
  const exports = useQuery(exportsQuery(call))
  return (
    <AdminScreen
      title="Export"
      subtitle="Everything that belongs to the foundation, as one archive that any computer opens."
      queries={[exports]}
    >
      <QueryPanel
        query={exports}
        failure="Failed to load the exports"
        skeleton={<Skeleton height="24rem" label="Loading the exports" />}
      >
        {(known) => (
          <div className={styles.parts}>
            <NewExport busy={known.some(isRunning)} />
            <ExportsList exports={known} />
          </div>
        )}
      </QueryPanel>
    </AdminScreen>
  )
}

/** Explains what an export contains, with a button that starts one. */
function NewExport({ busy }: { busy: boolean }) {
  const { toast } = usePortal()
  const start = useAct(useStartExport(), {
    done: () => toast(exportsSentences.started, { kind: 'good' }),
    failure: (error) => errorMessage(error) ?? exportsSentences.startFailed,
  })
  const titleId = useId()
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <h2 id={titleId}>What an export contains</h2>
      <ul className={styles.contents}>
        <li>Every paper with all of its kept versions, in folders by quarter</li>
        <li>Every agenda, drafts too, and what each slot shows</li>
        <li>The directory with its photos, and a list of who can sign in</li>
        <li>The audit, and the policy for notes with its legal holds</li>
        <li>A page to start from, index.html, which needs no portal</li>
      </ul>
      <p>
        Members’ notes and what they have read aren’t in it: these are private, and everyone can
        download their own. Passwords aren’t in it either. An empty portal can be set up again from
        the archive.
      </p>
      <p className={styles.soft}>{exportsSentences.kept}</p>
      <RefusalBanner sentence={start.refused} />
      <div>
        <Button
          variant="primary"
          icon={<Archive />}
          busy={start.busy || busy}
          onClick={() => void start.act()}
        >
          Start an export
        </Button>
      </div>
    </Card>
  )
}

function ExportsList({ exports }: { exports: readonly PortalExport[] }) {
  const { timeZone } = usePortal().config.foundation
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [deleting, setDeleting] = useState<PortalExport>()
  const newest = exports[0]
  const state = newest && { running: 'is being made', completed: 'is ready', failed: 'failed' }
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <h2 id={titleId} ref={title} tabIndex={-1} className={styles.title}>
        Exports
      </h2>
      <Status
        text={state ? `The ${exportName(newest, timeZone)} ${state[newest.status]}` : 'No exports'}
      />
      {exports.length === 0 ? (
        <p>There are no exports.</p>
      ) : (
        <ul className={styles.exports}>
          {exports.map((portalExport) => (
            <ExportRow
              key={portalExport.id}
              export={portalExport}
              onDelete={() => setDeleting(portalExport)}
            />
          ))}
        </ul>
      )}
      {deleting && (
        <DeleteExportDialog
          export={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            // The closing dialog returns the focus to the button that opened it, which disappears with its export.
            flushSync(() => setDeleting(undefined))
            requestAnimationFrame(() => title.current?.focus())
          }}
        />
      )}
    </Card>
  )
}

type DeleteExportDialogProps = {
  export: PortalExport
  onClose: () => void
  onDeleted: () => void
}

function DeleteExportDialog({ export: portalExport, onClose, onDeleted }: DeleteExportDialogProps) {
  const { config, toast } = usePortal()
  const deletion = useAct(useDeleteExport(), {
    done: () => {
      toast(exportsSentences.deleted, { kind: 'good' })
      onDeleted()
    },
    failure: (error) => errorMessage(error) ?? exportsSentences.deleteFailed,
  })
  const isStopped = isRunning(portalExport)
  return (
    <ActDialog
      of={deletion}
      title={isStopped ? 'Stop this export?' : 'Delete this export?'}
      verb={isStopped ? 'Stop' : 'Delete'}
      danger
      onConfirm={() => void deletion.act(portalExport.id)}
      onClose={onClose}
    >
      <p>
        The {exportName(portalExport, config.foundation.timeZone)}{' '}
        {isStopped
          ? 'ends, and what has been made of it is deleted.'
          : 'is deleted from the portal. Copies that were downloaded stay.'}{' '}
        The portal’s own papers aren’t touched. Backups never contain exports.
      </p>
    </ActDialog>
  )
}

type ExportRowProps = { export: PortalExport; onDelete: () => void }

function ExportRow({ export: portalExport, onDelete }: ExportRowProps) {
  const nameOf = useNameOf()
  const running = isRunning(portalExport)
  const { call, config, toast } = usePortal()
  const { timeZone } = config.foundation
  const endRights = useEndRights()
  const [isBusy, setBusy] = useState(false)
  const name = exportName(portalExport, timeZone)
  const { done, total } = portalExport.progress
  const download = async () => {
    setBusy(true)
    try {
      await checkExport(call, portalExport.id)
      saveFrom(exportUrl(portalExport.id))
    } catch (error) {
      if (!endRights(error)) toast(downloadFailure(error), { kind: 'bad', duration: 5000 })
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.export}>
      <div className={styles.words}>
        <h3 className={styles.name}>{dateTimeText(portalExport.startedAt, timeZone)}</h3>
        <p className={styles.soft}>{exportState(portalExport, timeZone, nameOf)}</p>
        {portalExport.damaged ? <p>{damagedText(portalExport.damaged)}</p> : null}
        {running && (
          <ProgressBar
            label={total > 0 ? `${done} of ${total} files` : 'Reading the portal’s records'}
            value={total > 0 ? done / total : undefined}
          />
        )}
      </div>
      <div className={styles.buttons} data-print="hide">
        {portalExport.status === 'completed' && (
          <Button icon={<Download />} busy={isBusy} onClick={() => void download()}>
            Download
            <VisuallyHidden>{` the ${name}`}</VisuallyHidden>
          </Button>
        )}
        <Button icon={running ? <X /> : <Trash2 />} onClick={onDelete}>
          {running ? 'Stop' : 'Delete'}
          <VisuallyHidden>{` the ${name}`}</VisuallyHidden>
        </Button>
      </div>
    </li>
  )
}

const exportsSentences = {
  started: 'The export has started.',
  deleted: 'The export is deleted.',
  startFailed: 'The export could not be started. Please try again.',
  deleteFailed: 'The export could not be deleted. Please try again.',
  kept: `A finished export can be downloaded for ${exportKeptDays} days. Then the portal deletes it.`,
}

function downloadFailure(error: unknown): string {
  return isApiError(error)
    ? error.message
    : 'The archive could not be downloaded. Please try again.'
}

/** `export of 20 November 2026, 10:00 AM` */
function exportName({ startedAt }: PortalExport, timeZone: string): string {
  return `export of ${dateTimeText(startedAt, timeZone)}`
}

/** An export's state in one line. */
function exportState(portalExport: PortalExport, timeZone: string, nameOf: NameOf): string {
  const { status, size, expiresAt, message } = portalExport
  const startedBy = isolated(nameOf(portalExport.startedBy))
  if (status === 'running') return `Started by ${startedBy}`
  if (status === 'failed') return message ?? 'The export failed. Please start it again.'
  const until = expiresAt === undefined ? '' : `, kept until ${dateText(expiresAt, timeZone)}`
  return `${sizeText(size ?? 0)}, started by ${startedBy}${until}`
}

function damagedText(count: number): string {
  const papers = counted(count, 'paper is', 'papers are')
  return `${papers} listed without a file, because the portal’s own is damaged or missing.`
}
