import { isEmailOfDomain } from '@portal/domain/email-address'
import { print } from '@portal/domain/print'
import { createAdminList, storedAdmins } from '../src/platform/identity/admin-list.ts'
import './print-defects.ts'
import { readOperatorArgs, runOnStore } from './operator-store.ts'

const usage = [
  '  admins list [--env <file>]',
  '  admins add <email> [--env <file>]',
  '  admins remove <email> [--env <file>]',
]

// Lists and changes the designated admins of the configured store, for an operator when no admin can sign in. Changes
// are audited. Exit status: 1 if it can't be done, 2 for invalid arguments.
const { act, email } = readOperatorArgs(['list', 'add', 'remove'] as const, usage)
const status = await runOnStore({ readOnly: act === 'list' }, async (store, settings) => {
  const { defaultAdminEmail, foundation } = settings
  const { domain } = foundation
  if (act !== 'list') {
    const list = createAdminList({ store, domain, defaultAdminEmail, now: () => new Date() })
    await list[act]({ portal: 'operator' }, email)
  }
  const admins = await storedAdmins(store)
  for (const admin of admins ?? []) {
    const reason = isEmailOfDomain(admin, domain) ? '' : ` (can’t sign in: not of @${domain})`
    print(`${admin}${reason}`)
  }
  if (!admins) {
    print(`There is no list yet: the first start creates it with ${defaultAdminEmail}.`)
  }
})
process.exit(status)
