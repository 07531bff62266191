import { print } from '@portal/domain/print'
import { accountAtAddress } from '../src/features/directory/directory-feature.ts'
import { entryOfAccount } from '../src/features/directory/directory-feature.ts'
import { listClosedItems, nameInAudience } from '../src/features/visibility/visibility-feature.ts'
import './print-defects.ts'
import { readOperatorArgs, runOnStore } from './operator-store.ts'
import { Refusal } from '../src/refusal.ts'

const usage = [
  '  closed-items list [--env <file>]',
  '  closed-items name <item>:<email> [--env <file>]',
]

// Lists the closed items without their content, and names an admin who may prepare one, for an operator when nobody in
// its audience can any more. Naming is audited. Exit status: 1 if it can't be done, 2 for invalid arguments.
const { act, email: given = '' } = readOperatorArgs(['list', 'name'] as const, usage)
const status = await runOnStore({ readOnly: act === 'list' }, async (store) => {
  if (act === 'list') {
    const items = await listClosedItems(store)
    for (const { id, agenda, audience } of items) print(`${id}  ${agenda}  ${audience.who}`)
    if (items.length === 0) print('There are no closed items.')
    return
  }
  const [item = '', address = ''] = given.split(':')
  const account = await accountAtAddress(store, address)
  const entry = account === undefined ? undefined : await entryOfAccount(store, account)
  if (!entry) {
    throw new Refusal('notFound', `No entry of the directory with ${address} has an account.`)
  }
  const by = { portal: 'operator' } as const
  await store.transaction((transaction) =>
    nameInAudience(transaction, { item, person: entry.id, by, at: new Date() }),
  )
  print(`${entry.name} is in the audience of ${item} now.`)
})
process.exit(status)
