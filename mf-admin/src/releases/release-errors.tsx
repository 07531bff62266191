import type { ReleaseErrorGroup, ReleaseErrors as Errors } from '@portal/contract/release-health'
import { errorNumbers, frameText, noMapsSentence, otherErrors } from '@portal/domain/release-errors'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { useState } from 'react'
import styles from './release-errors.module.css'
import { errorsQuery } from './release-queries.ts'
import screen from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'
import { useTimeFormat } from './use-time-format.ts'

type ReleaseErrorsProps = {
  remote: string
  release: string
  /** Whether to show the errors of everyone who is offered the release, or those of its previewers. */
  of: 'usual' | 'previews'
}

/** The errors of a release, which are loaded once they are opened. */
export function ReleaseErrors({ remote, release, of }: ReleaseErrorsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={styles.errors}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {of === 'usual' ? 'Errors of' : 'Errors in previews of'} {release}
      </summary>
      {isOpen && <LoadedErrors remote={remote} release={release} of={of} />}
    </details>
  )
}

function LoadedErrors({ remote, release, of }: ReleaseErrorsProps) {
  const { call } = usePortal()
  const errors = useQuery(errorsQuery(call, remote, release))
  return (
    <QueryPanel query={errors} failure={releaseSentences.errorsFailed}>
      {(known) => <ErrorList errors={known} of={of} />}
    </QueryPanel>
  )
}

function ErrorList({ errors, of }: { errors: Errors; of: ReleaseErrorsProps['of'] }) {
  const { groups, others } = errors[of]
  const more = otherErrors(others)
  const hasPlaces = groups.some(({ frames }) => frames.some(({ from }) => from === 'release'))
  if (groups.length === 0 && more === undefined) {
    return <p className={screen.soft}>No browser has reported an error of this release.</p>
  }
  return (
    <>
      <p className={screen.soft}>
        Quoted text, names and numbers in messages are replaced by “…” before the portal stores
        them.
        {hasPlaces && !errors.hasMaps && ` ${noMapsSentence}`}
      </p>
      <ul className={styles.list}>
        {groups.map((group) => (
          <ErrorItem key={group.id} error={group} />
        ))}
      </ul>
      {more !== undefined && <p className={screen.soft}>{more}</p>}
    </>
  )
}

function ErrorItem({ error }: { error: ReleaseErrorGroup }) {
  const timeOf = useTimeFormat()
  const { message, route, frames } = error
  const place = frames.find(({ from }) => from === 'release') ?? frames[0]
  return (
    <li className={styles.error}>
      <strong>{message}</strong>
      <span className={styles.soft}>{errorNumbers(error, timeOf)}</span>
      {route !== undefined && <code>{route}</code>}
      {place && <code>{frameText(place)}</code>}
      {frames.length > 1 && (
        <details>
          <summary>The whole stack</summary>
          <ol className={styles.stack}>
            {frames.map((frame, n) => (
              <li key={n}>
                <code>{frameText(frame)}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}
