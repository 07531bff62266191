import type { ReleaseToken } from '@portal/contract/release-tokens'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Ban, Check, KeyRound, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useListView } from '../use-list-view.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { listedTokens, tokenOrders } from './listed-releases.ts'
import { sentences } from './releases-sentences.ts'
import styles from './releases-screen.module.css'
import { RevokeTokenDialog } from './revoke-token-dialog.tsx'
import { SearchedTable } from './searched-table.tsx'
import { useTimeFormat } from './use-time-format.ts'

const columns = [
  { title: 'Token', by: 'name' as const },
  { title: 'For', by: 'remote' as const },
  { title: 'Created', by: 'created' as const },
  { title: 'State' },
  { title: 'Actions' },
]
const newestFirst = { by: 'created', down: true } as const

/** What lets teams' pipelines publish and promote: one remote each. */
export function TokensSection({ query }: { query: UseQueryResult<ReleaseToken[]> }) {
  const titleId = useId()
  const view = useListView(tokenOrders, { name: 'token', first: newestFirst })
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ReleaseToken>()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>Release tokens</h2>
        <Button icon={<Plus />} onClick={() => setCreating(true)}>
          Create token
        </Button>
      </div>
      <p className={styles.note}>
        A team’s pipeline publishes and promotes its own part of the portal with one, and no other.
      </p>
      <QueryPanel query={query} failure={sentences.tokensFailed}>
        {(tokens) => {
          const listed = listedTokens(tokens, view)
          if (tokens.length === 0) {
            return (
              <Card>
                <EmptyState title="No tokens yet" icon={<KeyRound />}>
                  Create one for each team that ships a part of the portal.
                </EmptyState>
              </Card>
            )
          }
          return (
            <SearchedTable
              label="Release tokens"
              columns={columns}
              searchLabel="Search by token, part of the portal, maker or state"
              nothing="No token matches. Try fewer letters."
              found={listed.length}
              view={view}
            >
              {listed.map((token) => (
                <Row key={token.id} token={token} onRevoke={() => setRevoking(token)} />
              ))}
            </SearchedTable>
          )
        }}
      </QueryPanel>
      {creating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeTokenDialog token={revoking} onClose={() => setRevoking(undefined)} />}
    </section>
  )
}

function Row({ token, onRevoke }: { token: ReleaseToken; onRevoke: () => void }) {
  const timeOf = useTimeFormat()
  const { name, remote, createdAt, createdBy, revokedAt, revokedBy } = token
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {name}
      </th>
      <td>{remote}</td>
      <td>
        {timeOf(createdAt)}
        <div className={styles.soft}>by {createdBy}</div>
      </td>
      <td>
        {revokedAt === undefined ? (
          <Badge kind="good" icon={<Check />}>
            Active
          </Badge>
        ) : (
          <>
            <Badge kind="neutral" icon={<Ban />}>
              Revoked
            </Badge>
            <div className={styles.soft}>
              {timeOf(revokedAt)}
              {revokedBy !== undefined && ` by ${revokedBy}`}
            </div>
          </>
        )}
      </td>
      <td>
        {revokedAt === undefined && (
          <Button aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </td>
    </tr>
  )
}
