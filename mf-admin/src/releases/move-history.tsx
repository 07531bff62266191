import { isolated } from '@portal/domain/shown-text'
import type { ReleaseMove } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { keepPreviousData, useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { ListPlus, Search } from 'lucide-react'
import { useId, useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import styles from './move-history.module.css'
import { type MovesPage, movesQuery } from './release-queries.ts'
import { moveInWords, moverInWords } from './release-words.ts'
import screen from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'
import { useTimeFormat } from './use-time-format.ts'
import { useNameOf } from '../shared/rights/admin-rights.ts'

/** The number of entries per page: the API's maximum. */
const [first, step] = [10, 100]

const nothing = 'Nothing has been promoted yet.'

/** Every change of the pointer, newest first, with who did it and why. The audit searches them. */
export function MoveHistory({ remote }: { remote: string }) {
  const titleId = useId()
  return (
    <section className={screen.section} aria-labelledby={titleId}>
      <div className={screen.head}>
        <h2 id={titleId}>History</h2>
        <Link className={styles.search} to={adminPaths.audit(remote)}>
          <Search /> Search it in the audit
        </Link>
      </div>
      <Moves remote={remote} limit={first} />
    </section>
  )
}

/** A page of the history, and earlier ones on request. */
function Moves({ remote, limit, before }: MovesPage & { remote: string }) {
  const { call } = usePortal()
  const [older, setOlder] = useState(false)
  const moves = useQuery({
    ...movesQuery(call, remote, { limit, before }),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryPanel query={moves} failure={releaseSentences.movesFailed}>
      {(known) => {
        const last = known.at(-1)
        if (!last) return before === undefined && <p className={screen.note}>{nothing}</p>
        return (
          <>
            <ol className={styles.moves}>
              {known.map((move) => (
                <Move key={move.number} move={move} />
              ))}
            </ol>
            {older && <Moves remote={remote} limit={step} before={last.number} />}
            {!older && known.length === limit && (
              <div className={screen.actions}>
                <Button icon={<ListPlus />} onClick={() => setOlder(true)}>
                  Show older entries
                </Button>
              </div>
            )}
          </>
        )
      }}
    </QueryPanel>
  )
}

function Move({ move }: { move: ReleaseMove }) {
  const timeOf = useTimeFormat()
  const nameOf = useNameOf()
  const { at, by, reason, despite } = move
  return (
    <li className={styles.move}>
      <span className={styles.what}>{moveInWords(move)}</span>
      {reason !== undefined && <span className={styles.reason}>{reason}</span>}
      {despite !== undefined && <span className={screen.soft}>Although: {despite}</span>}
      <span className={screen.soft}>
        {timeOf(at)}, by {isolated(nameOf(moverInWords(by)))}
      </span>
    </li>
  )
}
