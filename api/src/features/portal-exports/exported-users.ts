import type { Account, Accounts } from '../../platform/identity/accounts.ts'
import { Refusal } from '../../refusal.ts'

/** The accounts, without passwords, tokens, second factors and sign-in times. */
export async function exportedUsers(accounts: Accounts): Promise<string> {
  return `${JSON.stringify(await listed(accounts), undefined, 2)}\n`
}

async function listed(accounts: Accounts) {
  const users: ReturnType<typeof userOf>[] = []
  try {
    let pageToken: string | undefined
    do {
      const page = await accounts.list(pageToken === undefined ? {} : { pageToken })
      users.push(...page.accounts.map(userOf))
      pageToken = page.nextPageToken
    } while (pageToken !== undefined)
  } catch (error) {
    // The export is useful without the accounts.
    if (error instanceof Refusal) return { unavailable: error.message, users: [] }
    throw error
  }
  return { users: users.toSorted((a, b) => (a.email < b.email ? -1 : 1)) }
}

function userOf({ email, displayName, providers, disabled, createdAt }: Account) {
  return { email, displayName, providers, disabled, createdAt }
}
