import type { Account, Accounts } from '../users/accounts.ts'
import { Refusal } from '../refusal.ts'

/** Who could sign in: no passwords, tokens or second factors, and not when. */
export async function exportedUsers(accounts: Accounts): Promise<string> {
  return `${JSON.stringify(await listed(accounts), undefined, 2)}\n`
}

async function listed(accounts: Accounts) {
  const users: ReturnType<typeof userOf>[] = []
  try {
    let pageToken: string | undefined
    do {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ends
      const page = await accounts.list(pageToken === undefined ? {} : { pageToken })
      users.push(...page.accounts.map(userOf))
      pageToken = page.nextPageToken
    } while (pageToken !== undefined)
  } catch (error) {
    // Everything else can be taken along without them.
    if (error instanceof Refusal) return { unavailable: error.message, users: [] }
    throw error
  }
  return { users: users.toSorted((a, b) => (a.email < b.email ? -1 : 1)) }
}

function userOf({ email, displayName, providers, disabled, createdAt }: Account) {
  return { email, displayName, providers, disabled, createdAt }
}
