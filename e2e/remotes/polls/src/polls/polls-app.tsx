import { listDirectory } from '@portal/contract/directory'
import type { ForeignHost } from '@portal/remote-kit/foreign'
import { useEffect, useState, useSyncExternalStore, version } from 'react'
import { pollsPaths } from '../polls-paths.ts'
import styles from './polls-app.module.css'

/** Both pages of the polls, in React 18. */
export function PollsApp({ host }: { host: ForeignHost }) {
  const { pathname } = useSyncExternalStore(host.onLocation, host.location)
  const isResults = pathname === pollsPaths.results
  return (
    <div className={styles.page}>
      <h1 id="page-title" tabIndex={-1} className={styles.title}>
        {isResults ? 'Results' : 'Polls'}
      </h1>
      <p>
        {host.portal().person.displayName} votes with React {version}.
      </p>
      {isResults ? <Results host={host} /> : <Poll host={host} />}
    </div>
  )
}

function Poll({ host }: { host: ForeignHost }) {
  const [isBroken, setBroken] = useState(false)
  const ink = useSyncExternalStore(host.onTokens, () => host.token('--ink'))
  if (isBroken) throw new Error('The poll broke')
  return (
    <>
      <p>Should the spring meeting be in Oakland?</p>
      <p>The text is {ink}.</p>
      <div className={styles.actions}>
        <button
          className={styles.button}
          onClick={() => host.portal().toast('Your vote was counted.')}
        >
          Vote
        </button>
        <button className={styles.button} onClick={() => setBroken(true)}>
          Break the poll
        </button>
        <a href={pollsPaths.results}>Show the results</a>
      </div>
    </>
  )
}

function Results({ host }: { host: ForeignHost }) {
  const [people, setPeople] = useState<number>()
  useEffect(() => {
    host
      .portal()
      .call(listDirectory)
      .then((entries) => setPeople(entries.length), host.fail)
  }, [host])
  return (
    <>
      <p>{people === undefined ? 'Counting…' : `${people} people may vote.`}</p>
      <div className={styles.actions}>
        <button className={styles.button} onClick={() => host.navigate(pollsPaths.polls)}>
          Back to the poll
        </button>
      </div>
    </>
  )
}
