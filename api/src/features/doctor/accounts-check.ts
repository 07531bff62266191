import { accountByEmail } from '../../platform/identity/accounts.ts'
import type { Check } from './finding.ts'

type Account = { email: string; disabled: boolean; providers: string[] }

/** Lists the project's accounts, paged. */
export type AccountList = (page: { limit: number; pageToken?: string }) => Promise<{
  accounts: Account[]
  nextPageToken?: string
}>

type Options = { accounts: { list: AccountList }; defaultAdminEmail: string }

/** Checks that accounts can be listed, and that the first admin can sign in. */
export function accountsCheck({ accounts, defaultAdminEmail }: Options): Check {
  return {
    part: 'accounts',
    remedy:
      'Authentication must be set up in the project, and the portal’s account needs the role Firebase Authentication Admin.',
    async run() {
      const named = `${defaultAdminEmail} (DEFAULT_ADMIN_EMAIL)`
      const admin = await accountOf(accounts, defaultAdminEmail)
      if (!admin) {
        return {
          caution: `listed; ${named} has no account yet; it is created when they first sign in with Google`,
        }
      }
      if (admin.disabled) return { caution: `listed; the account of ${named} is disabled` }
      if (!admin.providers.includes('google.com')) {
        return {
          caution: `listed; ${named} has never signed in with Google, which admin rights require`,
        }
      }
      return `listed; ${named} signs in with Google`
    },
  }
}

export async function accountOf(
  accounts: { list: AccountList },
  email: string,
): Promise<Account | undefined> {
  try {
    return await accountByEmail(accounts, email)
  } catch (error) {
    throw new Error(`The project’s accounts can’t be listed${codeIn(error)}.`, { cause: error })
  }
}

/** The provider's error code, such as `auth/insufficient-permission`; its messages may quote a key. */
function codeIn(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return code === '' ? '' : ` (${code})`
}
