import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printError } from '@portal/domain/print'
import { claimDataFolder, openStore } from '../src/adapters/open-store.ts'
import { withAppendOnlyAudit } from '../src/platform/audit/append-only.ts'
import { withAuditChain } from '../src/platform/audit/audit-chain.ts'
import { parseSettings, type Settings, SettingsError } from '../src/platform/env/env.ts'
import { applySettingsFile } from '../src/platform/env/settings-file.ts'
import { Refusal } from '../src/refusal.ts'
import { type DocumentStore, StoreOpenError } from '../src/platform/store/document-store.ts'

/**
 * Runs an operator's command on the configured store and returns its exit status: 1, with the reason on stderr, if it
 * can't be done. A running portal on SQLite wouldn't notice a change of its file, so the folder must be free; reading
 * it does no harm.
 */
export async function runOnStore(
  { readOnly }: { readOnly: boolean },
  work: (store: DocumentStore, settings: Settings) => Promise<void>,
): Promise<number> {
  const undo: (() => unknown)[] = []
  try {
    const settings = parseSettings(process.env)
    await work(await openFor(settings, readOnly, undo), settings)
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

async function openFor(
  { store: place, dataFolder, googleCredentialsFile: credentialsFile }: Settings,
  readOnly: boolean,
  undo: (() => unknown)[],
): Promise<DocumentStore> {
  const isFile = place.kind === 'sqlite'
  if (isFile && !existsSync(join(dataFolder, 'portal.sqlite'))) {
    throw new StoreOpenError(
      `There is no portal.sqlite in ${dataFolder}. Set DATA_FOLDER to the portal’s data folder.`,
    )
  }
  if (isFile && !readOnly) undo.push(await claimDataFolder(dataFolder, { isShared: false }))
  const now = () => new Date()
  const opened = await openStore({ store: place, dataFolder, credentialsFile, now, readOnly })
  undo.push(() => opened.close())
  return withAuditChain(withAppendOnlyAudit(opened))
}

type Called<A extends string> = { act: A; email: string | undefined }

/**
 * The act and the address of a command line, or exits with 2 and the reason. Acts that stand `alone` take no address,
 * the others need one. Variables that are already set take precedence over those of `--env`.
 */
export function readOperatorArgs<A extends string>(
  acts: readonly A[],
  usage: readonly string[],
  alone: readonly string[] = ['list'],
): Called<A> {
  const called = parsed(acts, alone)
  if (!('fault' in called)) return called
  printError(called.fault, '', ...usage)
  process.exit(2)
}

function parsed<A extends string>(
  acts: readonly A[],
  alone: readonly string[],
): Called<A> | { fault: string } {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: { env: { type: 'string' } },
    })
    const [word, email, extra] = positionals
    const act = acts.find((candidate) => candidate === word)
    if (!act) return { fault: `Say what to do: ${inWords(acts)}.` }
    const isAlone = alone.includes(act)
    if (!isAlone && email === undefined) return { fault: 'Say whom: an e-mail address.' }
    const unexpected = isAlone ? email : extra
    if (unexpected !== undefined) return { fault: `Unexpected argument “${unexpected}”.` }
    if (values.env !== undefined) applySettingsFile(values.env)
    return { act, email }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

function inWords(acts: readonly string[]): string {
  return [acts.slice(0, -1).join(', '), acts.at(-1)].filter(Boolean).join(' or ')
}
