import {
  createUser,
  deleteUser,
  listUsers,
  resetPassword,
  updateUser,
} from '@portal/contract/users'
import type { AppParts } from '../app-parts.ts'
import { createUsersService, type UsersParts, type UsersService } from './users-service.ts'

/** The only routes that accept the admin key. */
export function mountUsers(
  { serve, store, settings, now }: AppParts,
  needs: Pick<UsersParts, 'accounts' | 'admins' | 'revoked'>,
): UsersService {
  const { domain } = settings.foundation
  const users = createUsersService({ ...needs, store, domain, now })
  serve.withAdminKey(listUsers, ({ person, query }) => users.list(person, query))
  serve.withAdminKey(createUser, ({ person, body }) => users.create(person, body))
  serve.withAdminKey(updateUser, ({ person, params, body }) =>
    users.update(person, params.uid, body),
  )
  serve.withAdminKey(deleteUser, async ({ person, params }) => {
    await users.delete(person, params.uid)
    return undefined
  })
  serve.withAdminKey(resetPassword, ({ person, params }) => users.resetPassword(person, params.uid))
  return users
}
