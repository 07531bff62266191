import { adminWarnings } from '../../platform/identity/admin-warnings.ts'
import { changedSettings, lastSettings } from '../../platform/identity/changed-settings.ts'
import { storedAdmins } from '../../platform/identity/admin-list.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { accountOf, type AccountList } from './accounts-check.ts'
import { type Check, CheckFailure } from './finding.ts'
import { request } from './clock-check.ts'

type AdminsOptions = {
  open: () => Promise<DocumentStore>
  accounts: { list: AccountList }
  domain: string
  defaultAdminEmail: string
}

/** Checks that somebody can administer the portal. */
export function adminsCheck({ open, accounts, domain, defaultAdminEmail }: AdminsOptions): Check {
  return {
    part: 'admins',
    async run() {
      const store = await open()
      const admins = await storedAdmins(store)
      if (!admins) return `no list yet; the first start creates it with ${defaultAdminEmail}`
      const warnings = await adminWarnings({
        store,
        domain,
        defaultAdminEmail,
        isDisabled: async (email) => (await accountOf(accounts, email))?.disabled === true,
      })
      // Before the start that applies them.
      const last = await lastSettings(store)
      const parts = { store, accounts, domain, defaultAdminEmail }
      warnings.unshift(...(await changedSettings(parts, last)))
      return warnings.length > 0 ? { caution: warnings.join(' ') } : admins.join(', ')
    },
  }
}

type QaAccountsOptions = { accounts: ReadonlySet<string>; production: boolean }

/** Reports accounts with weaker rules for sign-ins than people have. */
export function qaAccountsCheck({ accounts, production }: QaAccountsOptions): Check {
  return {
    part: 'qa',
    async run() {
      if (accounts.size === 0) return 'none'
      const named = [...accounts].toSorted().join(', ')
      if (!production) return named
      return {
        caution: `${named} can read what their rights allow, need no second factor and stay signed in for months. Remove them from QA_ACCOUNTS when no test uses them.`,
      }
    },
  }
}

type AccountOptions = {
  /** The e-mail address of the portal's account, if Google reveals it; throws if Google grants it no token. */
  account: () => Promise<string | undefined>
}

/** Checks that the portal's Google account works. */
export function accountCheck({ account }: AccountOptions): Check {
  return {
    part: 'account',
    remedy:
      'GOOGLE_CREDENTIALS_FILE must be a service account’s key. Without it, the machine’s own service account is used.',
    async run() {
      const email = await account()
      return `Google grants tokens to ${email ?? 'the machine’s own account'}`
    },
  }
}

type SignInPageOptions = {
  /** https and `FIREBASE_AUTH_DOMAIN`. */
  origin: string
  /** The portal's own address, if it was given. */
  address: URL | undefined
}

/** Opens the page to which Google returns people after sign-in. */
export function signInPageCheck({ origin, address }: SignInPageOptions): Check {
  const { host } = new URL(origin)
  return {
    part: 'sign-in-page',
    async run() {
      const response = await request(new URL('/__/auth/handler', origin))
      const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
      if (response.status === 200 && isPage) {
        if (address && address.host !== host) {
          return {
            caution: `${host} serves the sign-in pages; browsers that refuse third-party storage need FIREBASE_AUTH_DOMAIN=${address.host}`,
          }
        }
        return `${host} serves the sign-in pages`
      }
      throw new CheckFailure(
        `${host}/__/auth/handler returned ${response.status} and no sign-in page. FIREBASE_AUTH_DOMAIN must be the project’s own domain, or an address that Firebase Hosting serves.`,
      )
    },
  }
}
