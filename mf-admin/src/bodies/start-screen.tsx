import type { DirectoryEntry } from '@portal/contract/directory'
import { counted } from '@portal/domain/counted'
import { isDay, todayIn } from '@portal/domain/days'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { directoryQuery } from '@portal/remote-kit/queries/directory'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link, useNavigate } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Table } from '@portal/shared-ui/table'
import { UserCheck, UsersRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { DayField } from '../shared/day-field.tsx'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { SelectBox } from '../shared/select-box.tsx'
import { useAct } from '../shared/use-act.ts'
import { bodiesFailure, bodiesQuery, type KnownBodies, useAddTerms } from './bodies-queries.ts'
import { officeInWords } from './bodies-words.ts'
import sections from '../shared/sections.module.css'
import { type Proposal, proposedTerms } from './proposed-terms.ts'

/** Proposes terms from the roles in the directory; nothing is added before the admin has looked at them. */
export function Component() {
  const { call } = usePortal()
  const known = useQuery(bodiesQuery(call))
  const directory = useQuery({ ...directoryQuery(call), refetchOnMount: 'always' })
  return (
    <AdminScreen
      title="Start from the directory"
      subtitle="What the roles in the directory say about the board and its committees. Nothing is added until you press the button below."
      backTo={adminPaths.committees}
      queries={[known, directory]}
    >
      <QueryPanel
        query={known}
        failure="Failed to load the committees"
        skeleton={<Skeleton height="30rem" label="Loading the committees" />}
      >
        {(bodies) => (
          <QueryPanel
            query={directory}
            failure="Failed to fetch directory entries"
            skeleton={<Skeleton height="30rem" label="Loading the directory" />}
          >
            {(entries) => <Proposals known={bodies} entries={entries} />}
          </QueryPanel>
        )}
      </QueryPanel>
    </AdminScreen>
  )
}

const columns = ['Add', 'Person', 'Role in the directory', 'Body', 'Office'].map((title) => ({
  title,
}))

function Proposals({ known, entries }: { known: KnownBodies; entries: DirectoryEntry[] }) {
  const { toast, config } = usePortal()
  const navigate = useNavigate()
  const today = todayIn(config.foundation.timeZone)
  const [from, setFrom] = useState(today)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const proposals = useMemo(() => proposedTerms(entries, known, today), [entries, known, today])
  const chosen = proposals.filter(({ key }) => !leftOut.has(key))
  const added = counted(chosen.length, 'term')
  const adding = useAct(useAddTerms(), {
    done: () => {
      toast(`${added} added`, { kind: 'good' })
      void navigate(adminPaths.committees)
    },
    failure: (error) => `${bodiesFailure(error)} Trying again adds nothing twice.`,
  })
  if (proposals.length === 0) {
    return (
      <Card>
        <EmptyState title="Nothing to propose" icon={<UserCheck />}>
          Everybody whose role names an office has a term already. Others are added on the page of
          their committee.
          <p>
            <Link to={adminPaths.committees} className={buttonStyle('secondary')}>
              Open People & Committees
            </Link>
          </p>
        </EmptyState>
      </Card>
    )
  }
  const choose = (key: string, isChosen: boolean) => {
    const next = new Set(leftOut)
    if (isChosen) next.delete(key)
    else next.add(key)
    setLeftOut(next)
  }
  const start = () => {
    const bodies = new Map(
      chosen.filter(({ isNew }) => isNew).map(({ body: id, name }) => [id, { id, name }]),
    )
    const terms = chosen.map(({ person, body, office, voting }) => ({
      person,
      body,
      office,
      voting,
      from,
    }))
    void adding.act({ bodies: [...bodies.values()], terms })
  }
  return (
    <div className={sections.parts}>
      <section className={sections.section} aria-labelledby="proposed-terms">
        <h2 id="proposed-terms">Proposed ({counted(proposals.length, 'term')})</h2>
        <Table label="Proposed" columns={columns}>
          {proposals.map((proposal) => (
            <ProposalRow
              key={proposal.key}
              proposal={proposal}
              isChosen={!leftOut.has(proposal.key)}
              onChoose={(isChosen) => choose(proposal.key, isChosen)}
            />
          ))}
        </Table>
      </section>
      <section className={sections.section}>
        <DayField
          label="First day of these terms"
          value={from}
          onChange={setFrom}
          error={isDay(from) ? undefined : 'Choose a day.'}
          hint="You can correct it for each person afterwards, and add when their terms end."
        />
        <RefusalBanner sentence={adding.refused} />
        <div className={sections.buttons}>
          <Button
            variant="primary"
            icon={<UsersRound />}
            busy={adding.busy}
            disabled={chosen.length === 0 || !isDay(from)}
            onClick={start}
          >
            Add {added}
          </Button>
        </div>
      </section>
    </div>
  )
}

type ProposalRowProps = {
  proposal: Proposal
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

function ProposalRow({ proposal, isChosen, onChoose }: ProposalRowProps) {
  const { personName, role, name, isNew } = proposal
  return (
    <tr>
      <td>
        <SelectBox
          label="Add"
          of={`${isolated(personName)}, ${isolated(name)}`}
          checked={isChosen}
          onChange={onChoose}
        />
      </td>
      <th scope="row" className={sections.name}>
        {personName}
      </th>
      <td data-label="Role in the directory">{role}</td>
      <td data-label="Body">
        {name} {isNew && <Badge kind="accent">New committee</Badge>}
      </td>
      <td data-label="Office">{officeInWords(proposal)}</td>
    </tr>
  )
}
