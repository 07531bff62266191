import { isolated } from '@portal/domain/shown-text'
import type { ReleaseToken } from '@portal/contract/release-tokens'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Ban, Check, CalendarX, Hourglass, KeyRound, Plus } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { useListView } from '../shared/use-list-view.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { listedTokens, tokenOrders, type TokenState, tokenStateOf } from './listed-releases.ts'
import styles from './releases-screen.module.css'
import { releaseSentences } from './releases-sentences.ts'
import { SearchedTable } from './searched-table.tsx'
import { useTimeFormat } from './use-time-format.ts'
import { useRevokeToken } from './release-queries.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'
import { useNameOf } from '../shared/rights/admin-rights.ts'

const columns = [
  { title: 'Token', by: 'name' as const },
  { title: 'For', by: 'remote' as const },
  { title: 'Created', by: 'created' as const },
  { title: 'State' },
  { title: 'Actions' },
]

const newestFirst = { by: 'created', down: true } as const

/** The tokens with which a team's pipeline publishes and promotes one remote. */
export function TokensSection({ query }: { query: UseQueryResult<ReleaseToken[]> }) {
  const titleId = useId()
  const view = useListView(tokenOrders, { name: 'token', first: newestFirst })
  const [now] = useState(() => Date.now())
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
        With one, a team’s pipeline publishes its own part of the portal and promotes it to the QA
        cohort; it goes further with an admin’s approval. Each token expires.
      </p>
      <QueryPanel query={query} failure={releaseSentences.tokensFailed}>
        {(tokens) => {
          const listed = listedTokens(tokens, view, now)
          return (
            <SearchedTable
              label="Release tokens"
              columns={columns}
              searchLabel="Search by token, part of the portal, maker or state"
              nothing="No token matches. Try fewer letters."
              found={listed.length}
              total={tokens.length}
              empty={{
                title: 'No tokens yet',
                icon: <KeyRound />,
                why: 'Create one for each team that ships a part of the portal.',
              }}
              view={view}
            >
              {listed.map((token) => (
                <Row key={token.id} token={token} now={now} onRevoke={() => setRevoking(token)} />
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

type RowProps = { token: ReleaseToken; now: number; onRevoke: () => void }

const badges: Record<TokenState, Pick<ComponentProps<typeof Badge>, 'kind' | 'icon'>> = {
  Active: { kind: 'good', icon: <Check /> },
  'Expires soon': { kind: 'warn', icon: <Hourglass /> },
  Expired: { kind: 'neutral', icon: <CalendarX /> },
  Revoked: { kind: 'neutral', icon: <Ban /> },
}

function Row({ token, now, onRevoke }: RowProps) {
  const timeOf = useTimeFormat()
  const nameOf = useNameOf()
  const { name, remote, createdAt, createdBy, owner, expiresAt, revokedAt, revokedBy } = token
  const state = tokenStateOf(token, now)
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {name}
      </th>
      <td>{remote}</td>
      <td>
        {timeOf(createdAt)}
        <div className={styles.soft}>by {isolated(nameOf(createdBy))}</div>
        {owner !== undefined && (
          <div className={styles.soft}>handed over to {isolated(nameOf(owner))}</div>
        )}
      </td>
      <td>
        <Badge {...badges[state]}>{state}</Badge>
        <div className={styles.soft}>
          {revokedAt === undefined
            ? expiresAt !== undefined &&
              `${state === 'Expired' ? 'Expired' : 'Expires'} ${timeOf(expiresAt)}`
            : `${timeOf(revokedAt)}${revokedBy === undefined ? '' : ` by ${isolated(nameOf(revokedBy))}`}`}
        </div>
      </td>
      <td>
        {(state === 'Active' || state === 'Expires soon') && (
          <Button aria-label={`Revoke ${isolated(name)}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </td>
    </tr>
  )
}

type RevokeTokenDialogProps = { token: ReleaseToken; onClose: () => void }

function RevokeTokenDialog({ token, onClose }: RevokeTokenDialogProps) {
  return (
    <WithdrawDialog
      verb={`Revoke ${isolated(token.name)}`}
      withdrawing={useRevokeToken()}
      id={token.id}
      done={releaseSentences.revoked(token.name)}
      onClose={onClose}
    >
      Anyone with <strong>{token.name}</strong> can publish and promote nothing of {token.remote}{' '}
      any more, at once and for good. What was published stays.
    </WithdrawDialog>
  )
}
