import type { ShownBody, ShownTerm } from '@portal/contract/bodies'
import { todayIn } from '@portal/domain/days'
import { officeNames, termDatesText } from '@portal/domain/terms'
import { isApiError } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link, useParams } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ArrowLeft } from 'lucide-react'
import { useId } from 'react'
import { directoryPaths } from '../directory-paths.ts'
import { bodiesQuery, personQuery } from './bodies-queries.ts'
import { PersonCard } from './person-card.tsx'
import styles from './person-screen.module.css'

/** One person: how to reach them, and what they are in office for. */
export function Component() {
  const { person: id = '' } = useParams()
  const { call } = usePortal()
  const person = useQuery(personQuery(call, id))
  const { data: known } = useQuery(bodiesQuery(call))
  return (
    <>
      <PageHeader
        title={person.data?.name ?? 'Person'}
        back={
          <Link to={directoryPaths.directory}>
            <ArrowLeft /> Board & Staff Directory
          </Link>
        }
      />
      <QueryPanel
        query={person}
        failure={(error) =>
          isApiError(error) && error.status === 404
            ? 'This person isn’t in the directory any more.'
            : 'Failed to load this person'
        }
        wayBack={
          <Link to={directoryPaths.directory} className={buttonStyle('secondary')}>
            Open the directory
          </Link>
        }
        skeleton={<Skeleton height="20rem" label="Loading the person" />}
      >
        {(entry) => (
          <div className={styles.parts}>
            <PersonCard person={entry} isPage />
            <Terms
              bodies={known?.bodies ?? []}
              terms={(known?.terms ?? []).filter((term) => term.person === entry.id)}
            />
          </div>
        )}
      </QueryPanel>
    </>
  )
}

/** What a person is in office for today. */
function Terms({ bodies, terms }: { bodies: ShownBody[]; terms: ShownTerm[] }) {
  const today = todayIn(usePortal().config.foundation.timeZone)
  const titleId = useId()
  if (terms.length === 0) return null
  return (
    <Card as="section" className={styles.terms} aria-labelledby={titleId}>
      <h2 id={titleId}>In office</h2>
      <ul className={styles.list}>
        {terms.map((term) => (
          <li key={`${term.body} ${term.office}`}>
            <strong>
              {officeNames[term.office]},{' '}
              <Link to={directoryPaths.body(term.body)}>
                {bodies.find(({ id }) => id === term.body)?.name}
              </Link>
            </strong>
            <span className={styles.soft}>
              {termDatesText(term, today)}
              {!term.voting && ', without a vote'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
