import type { SignIn } from '../../platform/identity/identity.ts'
import type { Identity } from '../../platform/identity/identity-feature.ts'
import type { Authentication } from '../../platform/http/authentication.ts'
import { createAccountCreations } from './account-creations.ts'
import { createAccountWatch } from './account-watch.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { endNow, getLeaving, handOver, setLastDay } from '@portal/contract/leaving'
import { getOwnData } from '@portal/contract/own-data'
import { importPeople, linkAccount, listNotLinked } from '@portal/contract/directory'
import {
  createUser,
  deleteUser,
  eraseUser,
  endUserSignIns,
  getPersonOverview,
  getUserAccess,
  listUsers,
  removeUserAccess,
  resetPassword,
  resetUserSecondFactor,
  updateUser,
} from '@portal/contract/users'
import type { Person } from '@portal/contract/portal'
import { mustManageUsers } from '../../access.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import type { Bodies } from '../bodies/bodies-feature.ts'
import type { Directory } from '../directory/directory-feature.ts'
import type { PeopleInReleases } from '../releases/releases-feature.ts'
import { createEntryLinksService } from './entry-links-service.ts'
import { createEndingService } from './ending-service.ts'
import { createEraseAccountService } from './erase-account-service.ts'
import { createImportPeopleService } from './import-people-service.ts'
import { ownDataOf } from './own-data.ts'
import { createOwnRecords } from './own-records.ts'
import { createLeavingService } from './leaving-service.ts'
import { createPersonOverviewService } from './person-overview-service.ts'
import { createRemoveAccessService } from './remove-access-service.ts'
import { createResetSecondFactorService } from './reset-second-factor-service.ts'
import { emailOf } from './user-rules.ts'
import { createUsersService, type UsersParts } from './users-service.ts'

export { personalDataOf } from './own-data.ts'
export type { UsersService } from './users-service.ts'

type Parts = Pick<UsersParts, 'accounts' | 'mail'> & {
  /** Deletes files made from a person's notes and reading. */
  deleteDerivedFiles: (uid: string) => Promise<void>
  inReleases: PeopleInReleases
  lists: Authentication['lists']
  identity: Identity
  signedIn: { recentSignIns: () => SignIn[] }
  search: { forget: (uid: string) => void }
  directory: Directory
  bodies: Bodies
}

/** The only routes that accept the admin key. */
export function createUsers(app: AppParts, parts: Parts) {
  const { store, settings, accessLog, now } = app
  const { foundation } = settings
  const { accounts, lists, identity, search } = parts
  const { recentSignIns } = parts.signedIn
  const deleteDerivedFiles = async (uid: string) => {
    search.forget(uid)
    await parts.deleteDerivedFiles(uid)
  }
  const records = createOwnRecords({ store, deleteDerivedFiles, now })
  const users = createUsersService({
    ...parts,
    ...lists,
    records,
    store,
    foundation,
    now,
  })
  const importListed = createImportPeopleService({ ...parts, users })
  const entryLinks = createEntryLinksService({ ...parts, domain: foundation.domain })
  const watch = createAccountWatch({
    ...app,
    ...lists,
    accounts,
    recentSignIns,
    linkMatching: (recent) => entryLinks.linkMatching(recent),
  })

  const access = createRemoveAccessService({
    ...parts,
    ...lists,
    designation: identity.designation,
    signIns: identity.ownSignIns,
    qaAccounts: settings.signIns.qaAccounts,
    store,
    domain: foundation.domain,
    now,
  })

  const erasing = createEraseAccountService({
    ...app,
    ...parts,
    ...lists,
    records,
    domain: foundation.domain,
  })
  const { timeZone } = foundation
  const ending = createEndingService({ ...app, ...parts, ...lists, access, timeZone })
  const leaving = createLeavingService({
    ...app,
    ...parts,
    ...lists,
    ending,
    eraseRefusal: erasing.refusalFor,
  })
  const overview = createPersonOverviewService({ ...parts, access })
  const factors = createResetSecondFactorService({
    ...parts,
    ...lists,
    store,
    domain: foundation.domain,
    now,
  })
  const creations = createAccountCreations({ accounts, store, now })
  return {
    ...users,
    /** Creates the account of a guest or an assistant, which isn't usable without a record of its kind. */
    createOutsiders: async (
      caller: Person,
      given: { email: string; name: string; password: string },
    ) => {
      mustManageUsers(caller)
      const { name: displayName, password } = given
      const email = emailOf(given.email)
      return creations.create(caller, { email, displayName, password, isOutsiders: true })
    },
    watch,
    jobs: [watch],
    routes(serve: Serve) {
      serve(listUsers, async ({ person, query }) => {
        const reply = await users.list(person, query)
        accessLog.recordHourly({ by: person, what: 'user list opened', subject: 'users' })
        return reply
      })
      serve(createUser, ({ person, body }) => users.create(person, body))
      serve(updateUser, ({ person, params, body }) => users.update(person, params.uid, body))
      serve(deleteUser, async ({ person, params }) => {
        await users.delete(person, params.uid)
        return undefined
      })
      serve(eraseUser, async ({ person, params }) => {
        await erasing.erase(person, params.uid)
        return undefined
      })
      serve(getOwnData, ({ person }) => ownDataOf(store, person))
      serve(getLeaving, ({ person, params }) => leaving.get(person, params.uid))
      serve(endNow, ({ person, params }) => leaving.endNow(person, params.uid))
      serve(setLastDay, ({ person, params, body }) =>
        leaving.setLastDay(person, params.uid, body.day === '' ? undefined : body.day),
      )
      serve(handOver, ({ person, params, body }) => leaving.handOver(person, params.uid, body.to))
      serve(resetPassword, ({ person, params, query }) =>
        query.as === 'mail'
          ? users.mailPassword(person, params.uid)
          : users.resetPassword(person, params.uid, { onlyLink: query.as === 'link' }),
      )
      serve(importPeople, ({ person, body }) => importListed(person, body))
      serve(listNotLinked, ({ person }) => entryLinks.notLinked(person))
      serve(linkAccount, ({ person, params, body, revision }) =>
        entryLinks.link(person, params.id, body, revision),
      )
      serve(getUserAccess, ({ person, params }) => access.preview(person, params.uid))
      serve(getPersonOverview, ({ person, query }) => overview(person, query))
      serve(removeUserAccess, ({ person, params }) => access.remove(person, params.uid))
      serve(endUserSignIns, async ({ person, params }) => {
        await access.endSignIns(person, params.uid)
        return undefined
      })
      serve(resetUserSecondFactor, ({ person, params }) => factors.reset(person, params.uid))
    },
  }
}
