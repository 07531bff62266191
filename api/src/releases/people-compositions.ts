import type { PersonComposition } from '@portal/contract/pointers'
import type { Person } from '@portal/contract/portal'
import { isDesignatedAdmin, mustManagePortal } from '../access.ts'
import { type Account, accountLimits, type Accounts } from '../users/accounts.ts'
import type { CompositionService } from './composition-service.ts'

export type PeopleCompositions = {
  /** What the accounts of this e-mail address would be sent at their next load. */
  ofEmail: (person: Person, email: string) => Promise<{ people: PersonComposition[] }>
}

type Parts = {
  compositions: Pick<CompositionService, 'composition'>
  accounts: Pick<Accounts, 'list'>
  admins: { current: () => ReadonlySet<string> }
  domain: string
}

export function createPeopleCompositions(parts: Parts): PeopleCompositions {
  const { compositions, accounts, admins, domain } = parts

  const accountsOf = async (email: string): Promise<Account[]> => {
    const found: Account[] = []
    let pageToken: string | undefined
    do {
      const limit = accountLimits.page
      const page = await accounts.list(pageToken === undefined ? { limit } : { limit, pageToken })
      found.push(...page.accounts.filter((account) => account.email === email))
      pageToken = page.nextPageToken
    } while (pageToken !== undefined)
    return found
  }

  /** As a sign-in would make them, in the way that gives them most rights. */
  const personOf = ({ uid, email, emailVerified, providers }: Account): Person => {
    const isAdmin = providers.some((provider) =>
      isDesignatedAdmin({ email, emailVerified, provider }, domain, admins.current()),
    )
    return { uid, email, isAdmin, canManageUsers: isAdmin, editsAgendas: false }
  }

  return {
    async ofEmail(person, email) {
      mustManagePortal(person)
      const people = await Promise.all(
        (await accountsOf(email.toLowerCase())).map(async (account) => {
          const { id, remotes } = await compositions.composition(personOf(account))
          return {
            uid: account.uid,
            email: account.email,
            ...(account.displayName === undefined ? {} : { displayName: account.displayName }),
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
