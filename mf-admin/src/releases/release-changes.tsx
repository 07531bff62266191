import type { ReleaseRecord } from '@portal/contract/publishing'
import type { TrustedPipeline } from '@portal/contract/trusted-pipelines'
import { counted } from '@portal/domain/counted'
import {
  type ComparedPart,
  comparedParts,
  type DifferenceLine,
  releaseDifference,
} from '@portal/domain/release-difference'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { useId } from 'react'
import styles from './release-changes.module.css'
import { pipelinesQuery } from './release-queries.ts'

type ReleaseChangesProps = {
  record: ReleaseRecord
  /** The release that everyone runs; absent if none does. */
  stable: string | undefined
  /** The remote's published releases. */
  records: readonly ReleaseRecord[]
}

/** What a release changes for the portal, compared with the one that everyone runs. */
export function ReleaseChanges({ record, stable, records }: ReleaseChangesProps) {
  const titleId = useId()
  const before = records.find(({ release }) => release === stable)
  if (stable !== undefined && !before) {
    return (
      <p>The record of {stable}, which everyone runs, is missing, so nothing can be compared.</p>
    )
  }
  const differences = releaseDifference(before, record).filter(({ part }) => part !== 'commit')
  const isChanged = (part: ComparedPart) =>
    differences.some((difference) => difference.part === part)
  const isUnknown = !record.named || (before !== undefined && !before.named)
  const same = comparedParts.filter(
    (part) => part !== 'commit' && !(part === 'addresses' && isUnknown) && !isChanged(part),
  )
  return (
    <section className={styles.changes} aria-labelledby={titleId}>
      <h3 id={titleId}>What it changes</h3>
      <p>
        {stable === undefined
          ? 'No release of this part runs for everyone yet, so everything in it is new.'
          : `Compared with ${stable}, which everyone runs.`}
      </p>
      <dl className={styles.parts}>
        {differences.map(({ part, lines }) => (
          <div key={part} className={styles.part}>
            <dt>{partWords[part]}</dt>
            <dd>{part === 'files' ? <FoldedLines lines={lines} /> : <Lines lines={lines} />}</dd>
          </div>
        ))}
      </dl>
      {same.length > 0 && (
        <p className={styles.soft}>
          {stable === undefined ? 'None: ' : 'Not changed: '}
          {same.map((part) => partWords[part].toLowerCase()).join(', ')}.
        </p>
      )}
      {isUnknown && (
        <p>
          The addresses in its code can’t be compared: the portal didn’t note those of{' '}
          {record.named ? stable : record.release} when it was published.
        </p>
      )}
      <Sources record={record} before={before} />
    </section>
  )
}

const partWords: Record<ComparedPart, string> = {
  audience: 'For whom',
  routes: 'Addresses of pages',
  navigation: 'Entries of the menu',
  slots: 'Parts on other pages',
  addresses: 'Addresses in its code',
  brings: 'Packages of its own',
  shared: 'Packages of the portal',
  contract: 'Versions of the contract',
  size: 'Size',
  files: 'Files',
  commit: 'Commit',
}

const kindWords: Record<DifferenceLine['kind'], string> = {
  added: 'New',
  removed: 'Gone',
  changed: 'Changed',
}

function Lines({ lines }: { lines: DifferenceLine[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map(({ kind, text }) => (
        <li key={`${kind} ${text}`}>
          <strong>{kindWords[kind]}:</strong> {text}
        </li>
      ))}
    </ul>
  )
}

/** A release may have hundreds of files. */
function FoldedLines({ lines }: { lines: DifferenceLine[] }) {
  return (
    <details className={styles.folded}>
      <summary>{counted(lines.length, 'file')}</summary>
      <Lines lines={lines} />
    </details>
  )
}

type SourcesProps = { record: ReleaseRecord; before: ReleaseRecord | undefined }

/** Where the changed sources can be read, if the remote has a trusted pipeline on GitHub. */
function Sources({ record, before }: SourcesProps) {
  const { call } = usePortal()
  const pipelines = useQuery(pipelinesQuery(call))
  const { commit, name } = record
  if (!pipelines.data) return null
  const own = pipelines.data.filter(({ remote }) => remote === name)
  const repositories = [...new Set(own.filter(isOnGitHub).map(({ repository }) => repository))]
  if (commit === undefined)
    return <p>Its build names no commit, so its sources can’t be compared.</p>
  const from = before?.commit
  if (from === commit) return <p>Both were built from the same commit.</p>
  if (repositories.length === 0) {
    return (
      <p>
        No trusted pipeline on GitHub releases {name}, so there is no link to its sources. Ask its
        team for {from === undefined ? 'commit ' : 'the comparison of '}
        {from !== undefined && (
          <>
            <code>{from}</code> with{' '}
          </>
        )}
        <code>{commit}</code>.
      </p>
    )
  }
  return (
    <p>
      {repositories.map((repository) => (
        <a
          key={repository}
          className={styles.link}
          href={sourcesAt(repository, from, commit)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {from === undefined ? 'Read' : 'Compare'} the sources in {repository} on GitHub
        </a>
      ))}{' '}
      The commit is the one that its build names.
    </p>
  )
}

/** The issuer of the tokens of GitHub Actions, whose `repository` is one on github.com. */
function isOnGitHub({ issuer }: TrustedPipeline): boolean {
  return issuer === 'https://token.actions.githubusercontent.com'
}

/** Two dots compare the two commits themselves, three would leave out what the newer one lacks. */
function sourcesAt(repository: string, from: string | undefined, to: string): string {
  const at = `https://github.com/${repository}`
  return from === undefined ? `${at}/commit/${to}` : `${at}/compare/${from}..${to}`
}
