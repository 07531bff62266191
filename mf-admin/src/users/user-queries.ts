import type { Call } from '@portal/remote-kit/client'
import { openPersonsRecords } from '@portal/contract/password-set'
import {
  createUser,
  deleteUser,
  endUserSignIns,
  getUserAccess,
  listUsers,
  removeUserAccess,
  resetPassword,
  resetUserSecondFactor,
  updateUser,
  type User,
} from '@portal/contract/users'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { useChange } from '../shared/queries.ts'
import { personOverviewKey } from '../shared/person-overview.ts'
import { adminsKey } from '../shared/rights/admin-rights.ts'

/** Those loaded so far; `complete` when no page is left. */
export type Users = { users: User[]; complete: boolean }

const usersKey = ['admin', 'users']
/** The API's maximum per page. */
const pageSize = 1000

/** Every account, page by page: the first load shows each page as it arrives, a later one replaces the whole list. */
export function usersQuery(call: Call) {
  return queryOptions({
    queryKey: usersKey,
    queryFn: async ({ signal, client }): Promise<Users> => {
      const isFirst = !client.getQueryData<Users>(usersKey)?.complete
      const users: User[] = []
      let pageToken: string | undefined
      do {
        const query = { limit: pageSize, ...(pageToken !== undefined && { pageToken }) }
        const page = await call(listUsers, { query }, { signal })
        users.push(...page.users)
        pageToken = page.nextPageToken
        if (pageToken !== undefined && isFirst) {
          client.setQueryData<Users>(usersKey, { users: [...users], complete: false })
        }
      } while (pageToken !== undefined)
      return { users, complete: true }
    },
    refetchOnMount: 'always',
  })
}

/** Applies a change to the known accounts; a load in progress starts again. */
function useShowUsers() {
  const client = useQueryClient()
  return (change: (users: User[]) => User[]) => {
    client.setQueryData<Users>(usersKey, (all) => all && { ...all, users: change(all.users) })
    if (client.isFetching({ queryKey: usersKey })) {
      void client.invalidateQueries({ queryKey: usersKey })
    }
    void client.invalidateQueries({ queryKey: personOverviewKey })
  }
}

export type NewUser = { email: string; password: string; displayName: string }

export function useCreateUser() {
  const show = useShowUsers()
  return useChange(
    (call, user: NewUser) => call(createUser, { body: { ...user, isAdmin: false } }),
    { onSuccess: (created) => show((users) => [...users.filter(isOther(created.uid)), created]) },
  )
}

/** Only changed fields are sent, so that two admins don't undo each other's changes. */
export type UserChange = {
  uid: string
  change: { displayName?: string; password?: string; disabled?: boolean }
}

export function useUpdateUser() {
  const show = useShowUsers()
  return useChange(
    (call, { uid, change }: UserChange) => call(updateUser, { params: { uid }, body: change }),
    { onSuccess: (saved) => show(replacing(saved)) },
  )
}

export function useDeleteUser() {
  const show = useShowUsers()
  return useChange((call, uid: string) => call(deleteUser, { params: { uid } }), {
    onSuccess: (_, uid) => show((users) => users.filter(isOther(uid))),
  })
}

export function useResetPassword() {
  const client = useQueryClient()
  return useChange((call, uid: string) => call(resetPassword, { params: { uid } }), {
    stale: [personOverviewKey],
    // A link closes the person's notes.
    onSuccess: ({ sent }) => (sent ? undefined : client.invalidateQueries({ queryKey: usersKey })),
  })
}

/** The current access of an account. */
export function userAccessQuery(call: Call, uid: string) {
  return queryOptions({
    queryKey: ['admin', 'user-access', uid],
    queryFn: ({ signal }) => call(getUserAccess, { params: { uid } }, { signal }),
    gcTime: 0,
  })
}

export function useEndUserSignIns() {
  return useChange(
    (call, { uid }: Pick<User, 'uid'>) => call(endUserSignIns, { params: { uid } }),
    { stale: [personOverviewKey] },
  )
}

export function useResetSecondFactor() {
  const show = useShowUsers()
  return useChange(
    (call, { uid }: Pick<User, 'uid'>) => call(resetUserSecondFactor, { params: { uid } }),
    { onSuccess: (saved) => show(replacing(saved)) },
  )
}

/** Confirms that an account is used by its owner, so that their notes and reading are open to them again. */
export function useOpenRecords() {
  const show = useShowUsers()
  return useChange((call, uid: string) => call(openPersonsRecords, { params: { uid } }), {
    onSuccess: (_, uid) =>
      show((users) =>
        users.map(({ closedRecords, ...user }) =>
          user.uid === uid || !closedRecords ? user : { ...user, closedRecords },
        ),
      ),
  })
}

export function useRemoveAccess() {
  const client = useQueryClient()
  const show = useShowUsers()
  return useChange(
    (call, { uid }: Pick<User, 'uid'>) => call(removeUserAccess, { params: { uid } }),
    {
      onSuccess: (saved) => {
        show(replacing(saved))
        void client.invalidateQueries({ queryKey: adminsKey })
      },
    },
  )
}

function replacing(saved: User) {
  return (users: User[]) => users.map((user) => (user.uid === saved.uid ? saved : user))
}

function isOther(uid: string) {
  return (user: User) => user.uid !== uid
}
