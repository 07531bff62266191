import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isEmailOfDomain } from '@portal/contract/email-address'
import { print, printError } from '@portal/domain/print'
import { claimDataFolder, openStore } from './adapters/open-store.ts'
import { withAppendOnlyAudit } from './audit/append-only.ts'
import { withAuditChain } from './audit/audit-chain.ts'
import { parseSettings, type Settings, SettingsError } from './env.ts'
import { createAdminList, storedAdmins } from './identity/admin-list.ts'
import './print-defects.ts'
import { Refusal } from './refusal.ts'
import type { DocumentStore } from './store/document-store.ts'
import { StoreOpenError } from './store/store-open-error.ts'

const usage = [
  '  admins list [--env <file>]',
  '  admins add <email> [--env <file>]',
  '  admins remove <email> [--env <file>]',
]
const now = () => new Date()
const acts = ['list', 'add', 'remove'] as const

// Lists and changes the designated admins of the configured store, for an operator when no admin can sign in. Changes
// are audited. Exit status: 1 if it can't be done, 2 for invalid arguments.
const called = readArgs(process.argv.slice(2))
if ('fault' in called) {
  printError(called.fault, '', ...usage)
  process.exit(2)
}
process.exit(await run(called))

type Called = { act: (typeof acts)[number]; email: string | undefined }

async function run({ act, email }: Called): Promise<number> {
  const undo: (() => unknown)[] = []
  try {
    const settings = parseSettings(process.env)
    const { domain } = settings.foundation
    const store = await openForAct(act, settings, undo)
    if (act !== 'list') {
      const { defaultAdminEmail } = settings
      const list = createAdminList({ store, domain, defaultAdminEmail, now })
      await list[act]({ portal: 'operator' }, email)
    }
    const admins = await storedAdmins(store)
    for (const one of admins ?? []) {
      const reason = isEmailOfDomain(one, domain) ? '' : ` (can’t sign in: not of @${domain})`
      print(`${one}${reason}`)
    }
    if (!admins) {
      print(`There is no list yet: the first start creates it with ${settings.defaultAdminEmail}.`)
    }
    return 0
  } catch (error) {
    const isExpected = [SettingsError, StoreOpenError, Refusal].some(
      (kind) => error instanceof kind,
    )
    if (!isExpected) throw error
    printError((error as Error).message)
    return 1
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

/** A running portal on SQLite wouldn't notice a change of its file, so the folder must be free; reading it does no harm. */
async function openForAct(
  act: Called['act'],
  { store: place, dataFolder, googleCredentialsFile: credentialsFile }: Settings,
  undo: (() => unknown)[],
): Promise<DocumentStore> {
  const isFile = place.kind === 'sqlite'
  const readOnly = act === 'list'
  if (isFile && !existsSync(join(dataFolder, 'portal.sqlite'))) {
    throw new StoreOpenError(
      `There is no portal.sqlite in ${dataFolder}. Set DATA_FOLDER to the portal’s data folder.`,
    )
  }
  if (isFile && !readOnly) undo.push(await claimDataFolder(dataFolder, { isShared: false }))
  const opened = await openStore({ store: place, dataFolder, credentialsFile, now, readOnly })
  undo.push(() => opened.close())
  return withAuditChain(withAppendOnlyAudit(opened))
}

function readArgs(args: string[]): Called | { fault: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { env: { type: 'string' } },
    })
    const [word, email, extra] = positionals
    const act = acts.find((one) => one === word)
    if (!act) return { fault: 'Say what to do: list, add or remove.' }
    if (act !== 'list' && email === undefined) return { fault: 'Say whom: an e-mail address.' }
    const unexpected = act === 'list' ? email : extra
    if (unexpected !== undefined) return { fault: `Unexpected argument “${unexpected}”.` }
    // Variables that are already set take precedence over the file.
    if (values.env !== undefined) process.loadEnvFile(values.env)
    return { act, email }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
