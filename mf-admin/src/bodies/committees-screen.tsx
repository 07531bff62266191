import type { Body } from '@portal/contract/bodies'
import type { DirectoryEntry } from '@portal/contract/directory'
import { counted } from '@portal/domain/counted'
import { type Day, todayIn } from '@portal/domain/days'
import { expiringDays, expiringTerms } from '@portal/domain/terms'
import { usePortal } from '@portal/remote-kit/portal'
import { directoryQuery } from '@portal/remote-kit/queries/directory'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Banner } from '@portal/shared-ui/banner'
import { BodyName } from '@portal/shared-ui/body-name'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Table } from '@portal/shared-ui/table'
import { ListStart, Plus, Unlink } from 'lucide-react'
import { useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { bodiesQuery, type KnownBodies, type NewTerm } from './bodies-queries.ts'
import { inOffice } from './bodies-words.ts'
import sections from '../shared/sections.module.css'
import { BodyDialog } from './body-dialog.tsx'
import { NewTermDialog, nextTerm } from './term-dialog.tsx'
import { TermSection } from './term-table.tsx'

/** The board and its committees, and the terms that end soon. */
export function Component() {
  const { call } = usePortal()
  const known = useQuery(bodiesQuery(call))
  const { data: entries } = useQuery(directoryQuery(call))
  const [adding, setAdding] = useState(false)
  return (
    <AdminScreen
      title="People & Committees"
      subtitle="The board and its committees: who is in them, in which office, and until when."
      actions={
        <>
          <Link to={adminPaths.notLinked} className={buttonStyle()}>
            <Unlink /> Not linked
          </Link>
          <Link to={adminPaths.termsFromDirectory} className={buttonStyle()}>
            <ListStart /> Start from the directory
          </Link>
          <Button
            variant="primary"
            icon={<Plus />}
            disabled={!known.data}
            onClick={() => setAdding(true)}
          >
            Add a committee
          </Button>
        </>
      }
      queries={[known]}
    >
      <QueryPanel
        query={known}
        failure="Failed to load the committees"
        skeleton={<Skeleton height="30rem" label="Loading the committees" />}
      >
        {(all) => <Parts known={all} entries={entries} />}
      </QueryPanel>
      {adding && known.data && (
        <BodyDialog body={undefined} bodies={known.data.bodies} onClose={() => setAdding(false)} />
      )}
    </AdminScreen>
  )
}

function Parts({ known, entries }: { known: KnownBodies; entries: DirectoryEntry[] | undefined }) {
  const { bodies, terms } = known
  const today = todayIn(usePortal().config.foundation.timeZone)
  const [next, setNext] = useState<Omit<NewTerm, 'to'>>()
  const active = bodies.filter(({ state }) => state === 'active')
  const names = new Map(active.map(({ id, name }) => [id, name]))
  const ending = expiringTerms(
    terms.filter(({ body }) => names.has(body)),
    today,
  )
  const nextBody = active.find(({ id }) => id === next?.body)
  return (
    <div className={sections.parts}>
      {terms.length === 0 && (
        <Banner kind="plain" icon={<ListStart />}>
          Nobody has a term yet.{' '}
          <Link to={adminPaths.termsFromDirectory}>Start from the directory</Link> to propose terms
          from people’s roles, or open a body below to add them one by one.
        </Banner>
      )}
      <BodiesSection title="Bodies" bodies={active} known={known} today={today} />
      <TermSection
        title={`Ends within ${expiringDays} days`}
        terms={ending}
        today={today}
        people={entries && new Set(entries.map(({ id }) => id))}
        bodyNames={names}
        empty={terms.length === 0 ? undefined : 'No term ends soon.'}
        onRenew={(term) => setNext(nextTerm(term))}
      />
      <BodiesSection
        title="Dissolved"
        bodies={bodies.filter(({ state }) => state === 'dissolved')}
        known={known}
        today={today}
      />
      {next && nextBody && (
        <NewTermDialog
          body={nextBody}
          people={entries ?? []}
          start={next}
          onClose={() => setNext(undefined)}
        />
      )}
    </div>
  )
}

type BodiesSectionProps = { title: string; bodies: Body[]; known: KnownBodies; today: Day }

const columns = ['Body', 'In office', 'Rules'].map((title) => ({ title }))

function BodiesSection({ title, bodies, known, today }: BodiesSectionProps) {
  if (bodies.length === 0) return null
  return (
    <section className={sections.section} aria-label={title}>
      <h2>
        {title} ({bodies.length})
      </h2>
      <Table label={title} columns={columns}>
        {bodies.map((body) => {
          const { people, voting } = inOffice(known.terms, body.id, today)
          return (
            <tr key={body.id}>
              <th scope="row" className={sections.name}>
                <Link to={adminPaths.committee(body.id)}>
                  <BodyName body={body} />
                </Link>
                {body.purpose !== undefined && (
                  <span className={sections.soft}>{body.purpose}</span>
                )}
              </th>
              <td data-label="In office">
                {counted(people, 'person', 'people')}
                {people > 0 && <span className={sections.soft}>{voting} with a vote</span>}
              </td>
              <td data-label="Rules">
                <RulesBadge body={body} />
              </td>
            </tr>
          )
        })}
      </Table>
    </section>
  )
}

export function RulesBadge({ body: { rules } }: { body: Body }) {
  return rules.confirmed ? <Badge kind="good">Confirmed</Badge> : <Badge>Not confirmed</Badge>
}
