import type { Ending } from '@portal/contract/leaving'
import { isApiError } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link, useNavigate, useParams } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { personOverviewQuery } from '../shared/person-overview.ts'
import { CarriedSection } from './carried-section.tsx'
import { EndingSection } from './ending-section.tsx'
import { EraseSection } from './erase-section.tsx'
import { leavingQuery } from './leaving-queries.ts'
import { nameOf, PersonSection } from './person-section.tsx'
import sections from '../shared/sections.module.css'
import styles from './person-screen.module.css'

/** With an API that doesn't know it. */
const nothing: Ending = { terms: [], assistants: [] }

/** What to do when a person leaves, in the order in which it is done. */
export function Component() {
  const { account = '' } = useParams()
  const { call } = usePortal()
  const overview = useQuery(personOverviewQuery(call, { account }))
  const leaving = useQuery(leavingQuery(call, account))
  const navigate = useNavigate()
  const missing = (error: unknown) =>
    isApiError(error) && error.status === 404
      ? 'This account isn’t in the portal any more.'
      : 'Failed to load this person'
  return (
    <AdminScreen
      title={overview.data ? `When ${nameOf(overview.data)} leaves` : 'When a person leaves'}
      subtitle="What to hand over, how to end their access, and what is kept."
      backTo={adminPaths.personWithAccount(account)}
      queries={[overview, leaving]}
    >
      <QueryPanel
        query={overview}
        failure={missing}
        wayBack={
          <Link to={adminPaths.users} className={buttonStyle('secondary')}>
            Open User Management
          </Link>
        }
        skeleton={<Skeleton height="30rem" label="Loading the person" />}
      >
        {(person) => (
          <QueryPanel
            query={leaving}
            failure={missing}
            skeleton={<Skeleton height="30rem" label="Loading what carries their name" />}
          >
            {({ carried, eraseRefusal, ending = nothing }) =>
              person.account && (
                <div className={sections.parts}>
                  <CarriedSection
                    carried={carried}
                    leaver={{ ...person.account.user, name: nameOf(person) }}
                  />
                  <TheirDataSection />
                  <EndingSection
                    leaver={{ account: person.account, ending, name: nameOf(person) }}
                  />
                  <EraseSection
                    user={person.account.user}
                    name={nameOf(person)}
                    hasEntry={person.entry !== undefined}
                    refusal={eraseRefusal}
                    onErased={() => void navigate(adminPaths.users)}
                  />
                  <KeptSection />
                </div>
              )
            }
          </QueryPanel>
        )}
      </QueryPanel>
    </AdminScreen>
  )
}

function TheirDataSection() {
  return (
    <PersonSection title="2. Their data">
      <p>
        They can take along what the portal has about them: in <strong>Your Account</strong>, under{' '}
        <strong>Your data</strong>, best before their access ends. Nobody else can read their notes
        and what they have read, no admin either.
      </p>
      <p>
        If they ask for it when they can’t sign in any more, whoever runs the portal makes the file
        with <code>portal personal-data export</code>, and hands it over to them.
      </p>
    </PersonSection>
  )
}

function KeptSection() {
  return (
    <PersonSection title="5. What is kept, and why">
      <ul className={styles.list}>
        <li>
          <strong>The audit</strong>, with their address: who changed what is the foundation’s
          evidence, and nobody can edit it. Sign-ins and downloads are in it for a limited time.
        </li>
        <li>
          <strong>Agendas, papers and templates</strong> that they prepared, and their name where it
          is part of one, such as a presenter’s.
        </li>
        <li>
          <strong>Who released what</strong>: the history of releases, tokens, pipelines and legal
          holds names its author.
        </li>
      </ul>
    </PersonSection>
  )
}
