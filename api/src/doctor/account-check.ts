import type { Check } from './finding.ts'

type Options = {
  /** The e-mail address of the portal's account, where it is told; throws where Google gives it no token. */
  account: () => Promise<string | undefined>
}

/** Whether the portal has an account at Google that Google believes in. */
export function accountCheck({ account }: Options): Check {
  return {
    part: 'account',
    remedy:
      'GOOGLE_CREDENTIALS_FILE must be a service account’s key; without it the machine’s own service account is used.',
    async look() {
      const email = await account()
      return `Google gives tokens to ${email ?? 'the machine’s own account'}`
    },
  }
}
