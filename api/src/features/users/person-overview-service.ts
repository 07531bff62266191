import type { Person } from '@portal/contract/portal'
import type { getPersonOverview, PersonOverview } from '@portal/contract/users'
import type * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { Refusal } from '../../refusal.ts'
import type { Directory } from '../directory/directory-feature.ts'
import type { RemoveAccessService } from './remove-access-service.ts'

type Parts = {
  directory: Pick<Directory, 'entries' | 'accounts'>
  access: Pick<RemoveAccessService, 'overview'>
}

/** Finds a person by their directory entry or by their account, and shows both. */
export function createPersonOverviewService({ directory, access }: Parts) {
  const entryWith = (id: string | undefined) => directory.entries().find((each) => each.id === id)

  return async (
    person: Person,
    { entry: id, account: uid }: z.output<typeof getPersonOverview.query>,
  ): Promise<PersonOverview> => {
    mustManagePortal(person)
    if ((id === undefined) === (uid === undefined)) {
      throw new Refusal('invalid', 'Name either an entry or an account.')
    }
    if (uid !== undefined) {
      const account = await access.overview(person, uid)
      if (!account) throw new Refusal('notFound', 'User not found')
      const links = await directory.accounts.all()
      const entry = entryWith([...links].find(([, linked]) => linked === uid)?.[0])
      return entry ? { entry, account } : { account }
    }
    const entry = entryWith(id)
    if (!entry) throw new Refusal('notFound', 'Directory entry not found')
    const linked = await directory.accounts.get(entry.id)
    const account = linked === undefined ? undefined : await access.overview(person, linked)
    return account ? { entry, account } : { entry }
  }
}
