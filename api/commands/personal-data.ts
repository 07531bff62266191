import { open, rm } from 'node:fs/promises'
import { print } from '@portal/domain/print'
import { personalDataOf } from '../src/features/users/users-feature.ts'
import { Refusal } from '../src/refusal.ts'
import './print-defects.ts'
import { readOperatorArgs, runOnStore } from './operator-store.ts'

const usage = ['  personal-data export <email or account id> [--env <file>]']

// Writes everything that the store has about a person who can't sign in, notes and reading too, for an operator to hand
// over to them. Audited. Exit status: 1 if it can't be done, 2 for invalid arguments.
const { email: who = '' } = readOperatorArgs(['export'] as const, usage, [])
const status = await runOnStore({ readOnly: false }, async (store) => {
  const name = `personal-data-of-${encodeURIComponent(who)}.json`
  // It is private, so it is the operator's alone, and an earlier one isn't overwritten. Opened first: the audit names no
  // export that couldn't be written.
  const file = await open(name, 'wx', 0o600).catch((cause: unknown) => {
    throw new Refusal('invalid', `${name} can’t be written here; it may exist already.`, { cause })
  })
  try {
    const data = await personalDataOf(store, { who, at: new Date() })
    await file.writeFile(`${JSON.stringify(data, undefined, 2)}\n`)
  } catch (error) {
    await rm(name)
    throw error
  } finally {
    await file.close()
  }
  print(
    `Written to ${name}. It has private notes: hand it over to this person only, and delete it.`,
  )
})
process.exit(status)
