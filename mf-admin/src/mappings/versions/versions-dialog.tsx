import { isolated } from '@portal/domain/shown-text'
import type { VersionsPage, PaperVersion } from '@portal/contract/paper-versions'
import { OlderBackups } from '@portal/remote-kit/older-backups'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { FileUp, ListPlus, Ban, Eye } from 'lucide-react'
import { useState, useId } from 'react'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { errorMessage } from '../../shared/api-errors.ts'
import { ReplaceDialog } from './replace-dialog.tsx'
import { useMoreVersions, versionsQuery, useWithdrawVersion } from './version-queries.ts'
import { mappedText, arrivalText, versionFacts } from './version-words.ts'
import styles from './versions-dialog.module.css'
import { dateTimeText } from '@portal/domain/time-text'
import { Badge } from '@portal/shared-ui/badge'
import { DownloadLink } from '@portal/shared-ui/download-link'
import { paperKindOf } from '@portal/shared-ui/paper-kind'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Link } from '@portal/remote-kit/router'
import { adminPaths } from '../../admin-paths.ts'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { TextAreaField } from '../../shared/text-area-field.tsx'
import { useAct } from '../../shared/use-act.ts'
import { SelectBox } from '../../shared/select-box.tsx'
import { badToast, goodToast } from '../mappings-sentences.ts'
import { useNameOf } from '../../shared/rights/admin-rights.ts'

type Paper = { id: string; name: string }

type VersionsDialogProps = { paper: Paper; onClose: () => void }

/** Every version of a paper, newest first, and its slots. */
export function VersionsDialog({ paper, onClose }: VersionsDialogProps) {
  const { call } = usePortal()
  const versions = useQuery(versionsQuery(call, paper.id))
  return (
    <Dialog open title={`Versions of ${isolated(paper.name)}`} onClose={onClose}>
      <QueryPanel
        query={versions}
        failure="Failed to load versions"
        skeleton={<Skeleton height="12rem" label="Loading the versions" />}
      >
        {(page) => <Versions paper={paper} page={page} />}
      </QueryPanel>
    </Dialog>
  )
}

function Versions({ paper, page }: { paper: Paper; page: VersionsPage }) {
  const { config } = usePortal()
  const { timeZone } = config.foundation
  const more = useMoreVersions(paper.id)
  const [withdrawn, setWithdrawn] = useState<number>()
  const [isReplacing, setReplacing] = useState(false)
  const { versions, shown, next, mapped = [] } = page
  const nameOf = useNameOf()
  return (
    <>
      <ul className={styles.mapped}>
        {mapped.map((slot) => (
          <li key={slot.id}>
            {mappedText(
              { ...slot, ...(slot.by !== undefined && { by: nameOf(slot.by) }) },
              timeZone,
            )}
          </li>
        ))}
      </ul>
      <Button icon={<FileUp />} onClick={() => setReplacing(true)}>
        Replace file
      </Button>
      <ol className={styles.versions}>
        {versions.map((version) => (
          <VersionRow
            key={version.number}
            paper={paper}
            version={version}
            isShown={version.number === shown}
            onWithdraw={() => setWithdrawn(version.number)}
          />
        ))}
      </ol>
      {more.error && (
        <RefusalBanner sentence={errorMessage(more.error) ?? 'Failed to load older versions'} />
      )}
      {next !== undefined && (
        <Button icon={<ListPlus />} busy={more.isPending} onClick={() => more.mutate(next)}>
          Show older versions
        </Button>
      )}
      {isReplacing && <ReplaceDialog paper={paper} onClose={() => setReplacing(false)} />}
      {withdrawn !== undefined && (
        <WithdrawDialog
          paper={paper}
          page={page}
          number={withdrawn}
          onClose={() => setWithdrawn(undefined)}
        />
      )}
    </>
  )
}

type VersionRowProps = {
  paper: { id: string; name: string }
  version: PaperVersion
  /** Members read this one. */
  isShown: boolean
  onWithdraw: () => void
}

/** One version of a paper: what it was, and how to open, download and withdraw it. */
function VersionRow({ paper, version, isShown, onWithdraw }: VersionRowProps) {
  const { config } = usePortal()
  const { timeZone } = config.foundation
  const nameOf = useNameOf()
  const { number, state, first_page: firstPage, name = paper.name } = version
  return (
    <li className={styles.version}>
      {state === 'kept' && (
        <PaperPicture
          firstPage={firstPage}
          kind={paperKindOf({ mimeType: version.mime_type ?? '', condition: version.condition })}
          size="small"
        />
      )}
      <div className={styles.about}>
        <h3 className={styles.title}>
          Version {number} {isShown && <Badge kind="accent">Members read this</Badge>}
          {state === 'withdrawn' && <Badge kind="bad">Withdrawn</Badge>}
          {state === 'expired' && <Badge>No longer kept</Badge>}
        </h3>
        {name !== paper.name && <p>{name}</p>}
        <p className={styles.fact}>{arrivalText(version, timeZone)}</p>
        {state === 'kept' && <p className={styles.fact}>{versionFacts(version, timeZone)}</p>}
        {version.withdrawn && (
          <>
            <p className={styles.fact}>
              Withdrawn {dateTimeText(version.withdrawn.at, timeZone)}
              {version.withdrawn.by === undefined
                ? ''
                : ` by ${isolated(nameOf(version.withdrawn.by))}`}
            </p>
            <p className={styles.reason}>{version.withdrawn.reason}</p>
          </>
        )}
      </div>
      {state === 'kept' && (
        <div className={styles.acts}>
          <Link className={buttonStyle('secondary')} to={adminPaths.paperVersion(paper.id, number)}>
            <Eye aria-hidden="true" />
            Open<VisuallyHidden> version {number}</VisuallyHidden>
          </Link>
          <DownloadLink id={paper.id} name={name} version={number}>
            Download<VisuallyHidden> version {number}</VisuallyHidden>
          </DownloadLink>
          <Button icon={<Ban />} onClick={onWithdraw}>
            Withdraw<VisuallyHidden> version {number}</VisuallyHidden>
          </Button>
        </div>
      )}
    </li>
  )
}

type WithdrawDialogProps = {
  paper: { id: string; name: string }
  /** The versions that are listed. */
  page: VersionsPage
  number: number
  onClose: () => void
}

/** Withdraws a version for everyone, with a permanent reason. */
function WithdrawDialog({ paper, page, number, onClose }: WithdrawDialogProps) {
  const { toast } = usePortal()
  const withdrawal = useAct(useWithdrawVersion(paper.id), {
    done: () => {
      toast(`Version ${number} of ${isolated(paper.name)} withdrawn`, goodToast)
      onClose()
    },
    failure: (error) => {
      const sentence = `Failed to withdraw version ${number}`
      toast(sentence, badToast)
      return errorMessage(error) ?? sentence
    },
  })
  const explanation = useId()
  const [reason, setReason] = useState('')
  const [withQuotations, setWithQuotations] = useState(false)

  return (
    <FormDialog
      title={`Withdraw version ${number} of ${isolated(paper.name)}?`}
      verb={`Withdraw version ${number}`}
      danger
      unsaved={reason.trim() !== '' || withQuotations}
      busy={withdrawal.busy}
      disabled={reason.trim() === '' || reason.length > 500}
      refused={withdrawal.refused}
      onSubmit={() => void withdrawal.act({ number, reason, withQuotations })}
      onClose={onClose}
    >
      <ul className={styles.consequences}>
        {withdrawalConsequences(page, number).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>
          <OlderBackups what="it" />
        </li>
      </ul>
      <TextAreaField
        label="Reason"
        value={reason}
        onChange={setReason}
        maxLength={500}
        rows={2}
        hint="Required. Members can read it, so don’t repeat what is withdrawn."
      />
      <div>
        <SelectBox
          label="Withdraw its quotations too"
          showLabel
          checked={withQuotations}
          describedBy={explanation}
          onChange={setWithQuotations}
        />
        <p id={explanation} className={styles.fact}>
          Deletes the words of this version from everybody’s own notes; what people wrote themselves
          stays.
        </p>
      </div>
    </FormDialog>
  )
}

/** What withdrawing a version means, in sentences; only some of a paper's versions may be listed. */
export function withdrawalConsequences(
  { versions, shown, next }: VersionsPage,
  number: number,
): string[] {
  const sha256 = versions.find((version) => version.number === number)?.sha256
  const kept = versions.filter(({ state }) => state === 'kept')
  const twins = kept.filter((version) => version.number !== number && version.sha256 === sha256)
  const isShown = [number, ...twins.map((twin) => twin.number)].includes(shown ?? 0)
  const left = kept.find((version) => version.sha256 !== sha256)
  return [
    'Its file, its text, its pictures and its differences from other versions are deleted for everybody. This can’t be undone.',
    ...(twins.length > 0 ? [twinText(twins.map((twin) => twin.number))] : []),
    isShown
      ? nextText(left?.number, next !== undefined)
      : 'Members still read the version that they read now.',
    'Its number and your reason stay: people who open its address read the reason.',
    'Finished exports of the portal are deleted, because they may contain it. You can start a new one afterwards.',
    'The drive may keep the file: the portal doesn’t take it in again. Copies that people have downloaded stay.',
  ]
}

function twinText(numbers: number[]): string {
  const [first, ...others] = numbers.toSorted((a, b) => a - b)
  if (others.length === 0) return `Version ${first} is the same file, and is withdrawn with it.`
  const list = new Intl.ListFormat('en').format([first, ...others].map(String))
  return `Versions ${list} are the same file, and are withdrawn with it.`
}

function nextText(left: number | undefined, isMore: boolean): string {
  if (left !== undefined) return `Members then read version ${left}.`
  return isMore
    ? 'Members then read the newest older version that is left.'
    : 'No other version is left: members can’t read this paper until another file arrives.'
}
