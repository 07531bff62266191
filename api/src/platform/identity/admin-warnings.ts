import { isEmailOfDomain } from '@portal/domain/email-address'
import type { StoreOperations } from '../store/document-store.ts'
import { storedAdmins } from './admin-list.ts'

type Parts = {
  store: StoreOperations
  domain: string
  defaultAdminEmail: string
  /** Whether an account exists and is disabled; rejects if the accounts can't be read. */
  isDisabled: (email: string) => Promise<boolean>
}

/**
 * The reasons why admins can't sign in, one sentence each: nobody on the list can, or the setting names somebody who
 * isn't on it. Empty before the first start, which creates the list from the setting.
 */
export async function adminWarnings(parts: Parts): Promise<string[]> {
  const { store, domain, defaultAdminEmail, isDisabled } = parts
  const admins = await storedAdmins(store)
  if (!admins) return []
  const ofDomain = admins.filter((email) => isEmailOfDomain(email, domain))
  const disabled = await Promise.all(
    // An account that can't be read may well be able to sign in.
    ofDomain.map((email) => isDisabled(email).catch(() => false)),
  )
  const warnings: string[] = []
  if (disabled.every(Boolean)) {
    const reasons = [
      ...(ofDomain.length > 0 ? [`disabled: ${ofDomain.join(', ')}`] : []),
      ...(ofDomain.length < admins.length
        ? [
            `not of @${domain} (FOUNDATION_DOMAIN): ${admins.filter((email) => !ofDomain.includes(email)).join(', ')}`,
          ]
        : []),
    ]
    warnings.push(
      `No designated admin can sign in (${reasons.join('; ')}). Add one with \`portal admins add <email>\`.`,
    )
  }
  if (!admins.includes(defaultAdminEmail)) {
    warnings.push(
      `${defaultAdminEmail} (DEFAULT_ADMIN_EMAIL) isn’t a designated admin. The setting counts at the first start and when it changes; the admins are ${admins.join(', ')}. To change them, use \`portal admins\`.`,
    )
  }
  return warnings
}
