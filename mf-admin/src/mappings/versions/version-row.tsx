import { isolated } from '@portal/domain/shown-text'
import type { PaperVersion } from '@portal/contract/paper-versions'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Badge } from '@portal/shared-ui/badge'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { DownloadLink } from '@portal/shared-ui/download-link'
import { paperKindOf } from '@portal/shared-ui/paper-kind'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Ban, Eye } from 'lucide-react'
import { Link } from '@portal/remote-kit/router'
import { adminPaths } from '../../admin-paths.ts'
import { arrivalText, versionFacts } from './version-words.ts'
import styles from './versions-dialog.module.css'

type VersionRowProps = {
  paper: { id: string; name: string }
  version: PaperVersion
  /** Members read this one. */
  isShown: boolean
  onWithdraw: () => void
}

/** One version of a paper: what it was, and how to open, download and withdraw it. */
export function VersionRow({ paper, version, isShown, onWithdraw }: VersionRowProps) {
  const { config } = usePortal()
  const { timeZone } = config.foundation
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
              {version.withdrawn.by === undefined ? '' : ` by ${isolated(version.withdrawn.by)}`}
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
