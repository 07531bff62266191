import type { PersonComposition } from '@portal/contract/compositions'
import type { Person } from '@portal/contract/portal'
import { isQaAccount, mustManagePortal } from '../../../access.ts'
import type { AccountKinds } from '../../../platform/identity/account-kinds.ts'
import type { UsersService } from '../../users/users-feature.ts'
import type { CompositionService } from './composition-service.ts'

export type PeopleCompositions = {
  /** The compositions that the accounts with this e-mail address would be served at their next load. */
  ofEmail: (person: Person, email: string) => Promise<{ people: PersonComposition[] }>
}

type Parts = {
  compositions: Pick<CompositionService, 'composition'>
  users: Pick<UsersService, 'list'>
  kinds: Pick<AccountKinds, 'get'>
  /** Comparable e-mail addresses of accounts that only read. */
  qaAccounts: ReadonlySet<string>
}

export function createPeopleCompositions({
  compositions,
  users,
  kinds,
  qaAccounts,
}: Parts): PeopleCompositions {
  return {
    async ofEmail(person, email) {
      mustManagePortal(person)
      const all = await users.list(person, {})
      const isQa = isQaAccount(email, qaAccounts)
      const named = all.users.filter((user) => user.email === email)
      const people = await Promise.all(
        named.map(async ({ uid, displayName, isAdmin }) => {
          // As after a sign-in with the provider that gives them most rights.
          const rights = { isAdmin, canManageUsers: isAdmin, editsAgendas: false, isQa }
          // Guests and assistants run no remote.
          const { kind } = kinds.get(uid) ?? {}
          const { id, remotes } = await compositions.composition({ uid, email, ...rights, kind })
          return {
            uid,
            email,
            ...(displayName === undefined ? {} : { displayName }),
            composition: id,
            remotes: remotes.map(({ name, releases }) => ({
              name,
              releases: releases.map(({ release }) => release),
            })),
          }
        }),
      )
      return { people }
    },
  }
}
