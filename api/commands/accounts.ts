import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { print, printError } from '@portal/domain/print'
import * as z from 'zod/mini'
import {
  exportAccounts,
  importAccounts,
  movedAccounts,
} from '../src/adapters/portal/moved-accounts.ts'
import { portalAccounts } from '../src/adapters/portal/portal-accounts.ts'
import { createPasswordHashes } from '../src/adapters/portal/password-hashes.ts'
import type { DocumentStore } from '../src/platform/store/document-store.ts'
import type { Settings } from '../src/platform/env/env.ts'
import { Refusal } from '../src/refusal.ts'
import './print-defects.ts'
import { runOnStore } from './operator-store.ts'

const usage = ['  accounts import <file> [--env <file>]', '  accounts export <file> [--env <file>]']

// Moves accounts from and to Firebase, in the format of its own command. Exit status: 1 if it can't be done, 2 for
// invalid arguments.
const { act, file } = readArgs()
const now = () => new Date()
const status = await runOnStore({ readOnly: act === 'export' }, (store, settings) =>
  act === 'import' ? importFrom(store, settings) : exportFrom(store),
)
process.exit(status)

async function importFrom(store: DocumentStore, settings: Settings): Promise<void> {
  const { publicUrl, identity } = settings
  if (identity.kind !== 'portal' || publicUrl === undefined) {
    throw new Refusal('invalid', 'Accounts are imported with IDENTITY=portal and PUBLIC_URL.')
  }
  const read = await readAccounts()
  const { imported, known, needLink, skipped } = await importAccounts(store, read, now)
  print(`Imported: ${imported}. Already there: ${known}.`)
  for (const { account, reason } of skipped) print(`Left out: ${account}, because ${reason}.`)
  if (needLink.length === 0) return
  print(
    'These people need a link to choose a password. Each link works once, and replaces earlier ones:',
  )
  const accounts = portalAccounts({ store, publicUrl, hashes: createPasswordHashes(), now })
  for (const email of needLink) {
    const reset = await accounts.resetPassword(email)
    if (!reset.sent) print(`${email}  ${reset.link}`)
  }
}

async function exportFrom(store: DocumentStore): Promise<void> {
  const exported = await exportAccounts(store)
  // It contains addresses, so it is the operator's alone, and an earlier one isn't overwritten.
  const text = `${JSON.stringify(exported, undefined, 2)}\n`
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    throw new Refusal('invalid', `${file} can’t be written; it may exist already.`, { cause })
  })
  print(`Exported: ${exported.users.length}. Passwords and second factors aren’t in the file.`)
}

async function readAccounts() {
  try {
    return z.parse(movedAccounts, JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    throw new Refusal('invalid', `${file} isn’t a file of firebase auth:export in JSON.`, { cause })
  }
}

function readArgs(): { act: 'import' | 'export'; file: string } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { env: { type: 'string' } },
    })
    const [word, given, extra] = positionals
    if ((word === 'import' || word === 'export') && given !== undefined && extra === undefined) {
      if (values.env !== undefined) process.loadEnvFile(values.env)
      return { act: word, file: given }
    }
    printError('Say what to do, import or export, and name the file.', '', ...usage)
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error), '', ...usage)
  }
  process.exit(2)
}
