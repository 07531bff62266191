import { comparableEmail } from '@portal/domain/email-address'
import { print } from '@portal/domain/print'
import { openRecordsOf } from '../src/platform/identity/set-passwords-service.ts'
import { listClosedRecords } from '../src/platform/identity/set-passwords.ts'
import './print-defects.ts'
import { readOperatorArgs, runOnStore } from './operator-store.ts'
import { Refusal } from '../src/refusal.ts'

const usage = ['  notes list [--env <file>]', '  notes open <email> [--env <file>]']

// Lists the people whose notes and reading are closed since an admin set their password, and opens them for one, for an
// operator when no second admin can confirm. Opening is audited. Exit status: 1 if it can't be done, 2 for invalid
// arguments.
const { act, email = '' } = readOperatorArgs(['list', 'open'] as const, usage)
const status = await runOnStore({ readOnly: act === 'list' }, async (store) => {
  const closed = await listClosedRecords(store)
  if (act === 'list') {
    for (const { email: address, closed: { since } = {} } of closed) {
      print(`${address} (closed since ${since})`)
    }
    if (closed.length === 0) print('Nobody’s notes are closed.')
    return
  }
  const wanted = closed.find(
    (candidate) => comparableEmail(candidate.email) === comparableEmail(email),
  )
  if (!wanted) throw new Refusal('notFound', `The notes of ${email} aren’t closed.`)
  const at = new Date()
  await store.transaction((transaction) =>
    openRecordsOf(transaction, wanted.id, { by: 'operator', actor: { portal: 'operator' }, at }),
  )
  print(`The notes and reading of ${wanted.email} are open again.`)
})
process.exit(status)
