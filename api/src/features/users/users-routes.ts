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
} from '@portal/contract/users'
import type { AppParts } from '../../platform/app-parts.ts'
import { createRemoveAccessService, type RemoveAccessParts } from './remove-access-service.ts'
import {
  createResetSecondFactorService,
  type ResetSecondFactorParts,
} from './reset-second-factor-service.ts'
import { createUsersService, type UsersParts, type UsersService } from './users-service.ts'

type Needs = Pick<
  UsersParts,
  'accounts' | 'admins' | 'revoked' | 'setPasswords' | 'deleteDerivedFiles'
> &
  Pick<RemoveAccessParts, 'designation' | 'signIns'> &
  Pick<ResetSecondFactorParts, 'secondFactors'>

/** The only routes that accept the admin key. */
export function mountUsers(parts: AppParts, needs: Needs): UsersService {
  const { serve, store, settings, accessLog, now } = parts
  const { foundation } = settings
  const users = createUsersService({ ...needs, store, foundation, now })
  serve.withAdminKey(listUsers, async ({ person, query }) => {
    const reply = await users.list(person, query)
    accessLog.recordHourly({ by: person, what: 'user list opened', subject: 'users' })
    return reply
  })
  serve.withAdminKey(createUser, ({ person, body }) => users.create(person, body))
  serve.withAdminKey(updateUser, ({ person, params, body }) =>
    users.update(person, params.uid, body),
  )
  serve.withAdminKey(deleteUser, async ({ person, params }) => {
    await users.delete(person, params.uid)
    return undefined
  })
  serve.withAdminKey(resetPassword, ({ person, params, query }) =>
    users.resetPassword(person, params.uid, { onlyLink: query.as === 'link' }),
  )

  const access = createRemoveAccessService({
    ...needs,
    qaAccounts: settings.signIns.qaAccounts,
    store,
    domain: foundation.domain,
    now,
  })
  serve.withAdminKey(getUserAccess, ({ person, params }) => access.preview(person, params.uid))
  serve.withAdminKey(removeUserAccess, ({ person, params }) => access.remove(person, params.uid))
  serve.withAdminKey(endUserSignIns, async ({ person, params }) => {
    await access.endSignIns(person, params.uid)
    return undefined
  })

  const factors = createResetSecondFactorService({
    ...needs,
    store,
    domain: foundation.domain,
    now,
  })
  serve.withAdminKey(resetUserSecondFactor, ({ person, params }) =>
    factors.reset(person, params.uid),
  )
  return users
}
