import { counted } from '@portal/domain/counted'
import type { PaperVersion } from '@portal/contract/paper-versions'
import { quarterName } from '@portal/domain/quarter'
import type { Slot } from '@portal/domain/slot-names'
import { dateTimeText, readerZone } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { versionsQuery } from '@portal/remote-kit/queries/versions'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link, useLocation, useNavigate } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import type { PaperTool } from '@portal/shared-ui/reading-view'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { GitCompareArrows, History } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import styles from './paper-versions.module.css'
import { lastQuarter, useLastQuarter } from './use-last-quarter.ts'

/** The open version of a paper, and what it is compared with. */
export type OpenedVersion = {
  version?: number | undefined
  since?: number | typeof lastQuarter | undefined
}

type PaperVersionsProps = {
  paper: { id: string; version?: number | undefined }
  /** The slot from which it was opened, which allows a comparison with the previous quarter. */
  slot?: Slot | undefined
  opened: OpenedVersion
  /** The paper's address with these versions. */
  address: (opened: OpenedVersion) => string
}

/** What opens or compares a paper's versions, and the dialog that lists them; no tools while there is nothing to compare. */
export function useVersionTools({ paper, slot, opened, address }: PaperVersionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const before = useLastQuarter(slot)
  const openVersion = useOpenVersion()
  const tools: PaperTool[] = []
  if (paper.version !== undefined && paper.version > 1) {
    tools.push({ label: 'Versions', icon: <History />, onPress: () => setIsOpen(true) })
  }
  if (before?.paper && opened.since !== lastQuarter) {
    tools.push({
      label: `Compare with ${quarterName(before.last)}`,
      icon: <GitCompareArrows />,
      onPress: () => openVersion(address({ version: opened.version, since: lastQuarter })),
    })
  }
  const dialog = (
    <Dialog open={isOpen} onClose={close} title="Versions of this paper">
      <VersionList paper={paper} opened={opened} address={address} onChoose={close} />
    </Dialog>
  )
  return { tools, dialog }
}

/** The same as buttons. */
export function PaperVersions(props: PaperVersionsProps) {
  const { tools, dialog } = useVersionTools(props)
  return (
    <>
      {tools.map(({ label, icon, onPress }) => (
        <Button key={label} variant="quiet" icon={icon} onClick={onPress}>
          {label}
        </Button>
      ))}
      {dialog}
    </>
  )
}

type VersionListProps = Omit<PaperVersionsProps, 'slot'> & { onChoose: () => void }

function VersionList({ paper, opened, address, onChoose }: VersionListProps) {
  const { call } = usePortal()
  const versions = useQuery(versionsQuery(call, paper.id))
  const current = opened.version ?? paper.version
  return (
    <QueryPanel
      query={versions}
      failure="Failed to load the versions"
      skeleton={<Skeleton lines={4} label="Loading the versions" />}
    >
      {({ versions: listed, next }) => (
        <>
          <ol className={styles.list}>
            {listed.map((version) => (
              <li key={version.number} className={styles.version}>
                <div className={styles.words}>
                  <b>{nameOf(version, paper.version, current)}</b>
                  <span className={styles.soft}>{factsOf(version)}</span>
                </div>
                {version.state === 'kept' && version.number !== current && (
                  <div className={styles.actions}>
                    <VersionLink
                      to={address(
                        version.number === paper.version ? {} : { version: version.number },
                      )}
                      className={buttonStyle('quiet')}
                      onClick={onChoose}
                    >
                      Open<VisuallyHidden> version {version.number}</VisuallyHidden>
                    </VersionLink>
                    <VersionLink
                      to={address({ version: opened.version, since: version.number })}
                      className={buttonStyle('quiet')}
                      onClick={onChoose}
                    >
                      Compare<VisuallyHidden> with version {version.number}</VisuallyHidden>
                    </VersionLink>
                  </div>
                )}
              </li>
            ))}
          </ol>
          {next !== undefined && (
            <p className={styles.soft}>
              Older versions can be opened by their number in the address.
            </p>
          )}
        </>
      )}
    </QueryPanel>
  )
}

function nameOf({ number }: PaperVersion, shown?: number, current?: number): string {
  const notes = [...(number === shown ? ['newest'] : []), ...(number === current ? ['open'] : [])]
  return [`Version ${number}`, notes.join(', ')].filter(Boolean).join(' · ')
}

function factsOf({ state, withdrawn, arrived_at, modified_time, pages }: PaperVersion): string {
  if (state === 'withdrawn') return `Withdrawn: ${withdrawn?.reason ?? ''}`
  if (state === 'expired') return 'No longer kept'
  const length = pages === undefined ? [] : [counted(pages, 'page')]
  return [dateTimeText(arrived_at ?? modified_time, readerZone()), ...length].join(' · ')
}

/** Shows that an older or unknown version is open, with a link to the newest. */
export function OlderVersionNote({ paper, opened, address }: Omit<PaperVersionsProps, 'slot'>) {
  const { version } = opened
  if (version === undefined || paper.version === undefined || version === paper.version) return null
  return (
    <p className={styles.note} role="status">
      {version < paper.version
        ? `You are reading version ${version} of ${paper.version}.`
        : `This paper has no version ${version}.`}
      <VersionLink to={address({})} className={styles.newest}>
        Open the newest version
      </VersionLink>
    </p>
  )
}

/** To the same paper with other versions. It replaces this one, and leads back to where this one was opened. */
function VersionLink(props: Omit<ComponentProps<typeof Link>, 'replace' | 'state'>) {
  const { state } = useLocation() as { state: unknown }
  return <Link {...props} replace state={state} />
}

function useOpenVersion(): (address: string) => void {
  const { state } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  return (address) => void navigate(address, { replace: true, state })
}
