import type { Check } from './finding.ts'

type Options = {
  /** The e-mail address of the portal's account, if Google reveals it; throws if Google grants it no token. */
  account: () => Promise<string | undefined>
}

/** Checks that the portal's Google account works. */
export function accountCheck({ account }: Options): Check {
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
