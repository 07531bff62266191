import type { ReleaseMove } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { keepPreviousData, useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { ListPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { movesQuery } from '../release-queries.ts'
import styles from './move-history.module.css'
import { moveInWords, moverInWords } from './release-words.ts'
import { sentences } from './releases-sentences.ts'
import screen from './releases-screen.module.css'
import { useTimeFormat } from './use-time-format.ts'

/** So many entries stand at first; the API gives a hundred at most. */
const first = 10
const most = 100

/** Every change of the pointer, newest first, with who did it and why. */
export function MoveHistory({ remote }: { remote: string }) {
  const { call } = usePortal()
  const titleId = useId()
  const [limit, setLimit] = useState(first)
  const moves = useQuery({
    ...movesQuery(call, remote, limit),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={screen.section} aria-labelledby={titleId}>
      <h2 id={titleId}>History</h2>
      <QueryPanel query={moves} failure={sentences.movesFailed}>
        {(known) =>
          known.length === 0 ? (
            <p className={screen.note}>Nothing has been promoted yet.</p>
          ) : (
            <>
              <ol className={styles.moves}>
                {known.map((move) => (
                  <Move key={move.number} move={move} />
                ))}
              </ol>
              {limit < most && known.length === limit && (
                <div className={screen.actions}>
                  <Button
                    icon={<ListPlus />}
                    busy={moves.isPlaceholderData}
                    onClick={() => setLimit(most)}
                  >
                    Show older entries
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QueryPanel>
    </section>
  )
}

function Move({ move }: { move: ReleaseMove }) {
  const timeOf = useTimeFormat()
  const { at, by, reason, despite } = move
  return (
    <li className={styles.move}>
      <span className={styles.what}>{moveInWords(move)}</span>
      {reason !== undefined && <span className={styles.reason}>{reason}</span>}
      {despite !== undefined && <span className={screen.soft}>Although: {despite}</span>}
      <span className={screen.soft}>
        {timeOf(at)}, by {moverInWords(by)}
      </span>
    </li>
  )
}
