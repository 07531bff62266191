import { isApiError } from '@portal/remote-kit/client'
import type { User } from '@portal/contract/users'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { TextField } from '@portal/shared-ui/field'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useDeferredValue, useMemo } from 'react'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { designatedAdminsQuery } from '../shared/rights/admin-rights.ts'
import { useListView } from '../shared/use-list-view.ts'
import { GoogleUsers } from './google-users.tsx'
import { PasswordUsers } from './password-users.tsx'
import {
  type FoundPeople,
  googlePeople,
  type ListedPerson,
  matchingPeople,
  passwordPeople,
  peopleOrders,
  type Sort,
  sortedPeople,
} from './people.ts'
import { type Users, usersQuery } from './user-queries.ts'
import styles from './users-screen.module.css'
import { failureOf, userErrorMessage, userSentences } from './users-sentences.ts'

/** Who can sign in, and who of them is an admin. */
export function Component() {
  const { call } = usePortal()
  const users = useQuery(usersQuery(call))
  const admins = useQuery(designatedAdminsQuery(call))
  return (
    <AdminScreen
      title="User Management"
      subtitle="Who can sign in to the portal, and who of them is an admin."
      queries={[users, admins]}
    >
      {users.data ? (
        <People known={users.data} users={users} admins={admins} />
      ) : users.error ? (
        <UsersFailure query={users} />
      ) : (
        <Skeleton height="30rem" label="Loading the users" />
      )}
    </AdminScreen>
  )
}

type PeopleProps = {
  known: Users
  users: UseQueryResult<Users>
  admins: UseQueryResult<string[]>
}

function People({ known, users, admins }: PeopleProps) {
  // Both tables share the search, and each has its own order.
  const googleView = useListView(peopleOrders, { sortName: 'google' })
  const passwordView = useListView(peopleOrders, { sortName: 'password' })
  const search = useDeferredValue(googleView.search)
  const google = useMemo(() => googlePeople(known.users, admins.data), [known.users, admins.data])
  const password = useMemo(() => passwordPeople(known.users), [known.users])
  const googleFound = useFound(google, search, googleView.sort)
  const passwordFound = useFound(password, search, passwordView.sort)
  return (
    <div className={styles.parts}>
      <TextField
        className={styles.search}
        type="search"
        label="Search by name or e-mail"
        autoComplete="off"
        value={googleView.search}
        onChange={googleView.setSearch}
      />
      {!known.complete && users.isFetching && (
        <ProgressBar
          label={`${known.users.length.toLocaleString('en')} users so far; more are on their way`}
        />
      )}
      {users.error && !users.isFetching && <UsersFailure query={users} />}
      {admins.error && (
        <ErrorPanel
          sentence={userSentences.adminsFailed}
          requestId={isApiError(admins.error) ? admins.error.requestId : undefined}
          busy={admins.isFetching}
          onRetry={() => void admins.refetch()}
        />
      )}
      <GoogleUsers
        {...googleFound}
        others={passwordFound.people.length}
        sort={googleView.sort}
        onSort={googleView.setSort}
      />
      <PasswordUsers
        {...passwordFound}
        others={googleFound.people.length}
        sort={passwordView.sort}
        onSort={passwordView.setSort}
      />
    </div>
  )
}

function useFound(people: ListedPerson[], search: string, { by, down }: Sort): FoundPeople {
  // Sorting takes longer than filtering, and doesn't depend on what is typed.
  const sorted = useMemo(() => sortedPeople(people, { by, down }), [people, by, down])
  return useMemo(
    () => ({ people: matchingPeople(sorted, search), total: sorted.length }),
    [sorted, search],
  )
}

/** Shows the status of the failure, and the server's reason if it gave one. */
function UsersFailure({ query }: { query: UseQueryResult<{ users: User[] }> }) {
  const { error, isFetching, refetch } = query
  const sentence = failureOf(error, 'fetch users')
  const reason = userErrorMessage(error, 'fetch users')
  return (
    <ErrorPanel
      sentence={sentence}
      requestId={isApiError(error) ? error.requestId : undefined}
      busy={isFetching}
      onRetry={() => void refetch()}
    >
      {reason === sentence ? null : <p>{reason}</p>}
    </ErrorPanel>
  )
}
