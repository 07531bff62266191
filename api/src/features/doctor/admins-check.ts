import { adminWarnings } from '../../platform/identity/admin-warnings.ts'
import { storedAdmins } from '../../platform/identity/admin-list.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { accountOf, type AccountList } from './accounts-check.ts'
import type { Check } from './finding.ts'

type Options = {
  open: () => Promise<DocumentStore>
  accounts: { list: AccountList }
  domain: string
  defaultAdminEmail: string
}

/** Checks that somebody can administer the portal. */
export function adminsCheck({ open, accounts, domain, defaultAdminEmail }: Options): Check {
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
      return warnings.length > 0 ? { caution: warnings.join(' ') } : admins.join(', ')
    },
  }
}
