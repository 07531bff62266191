import type { Check } from './finding.ts'

type Options = { accounts: ReadonlySet<string>; production: boolean }

/** Reports accounts with weaker rules for sign-ins than people have. */
export function qaAccountsCheck({ accounts, production }: Options): Check {
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
