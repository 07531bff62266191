import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { print, printError } from '@portal/domain/print'
import { openStore } from '../src/adapters/open-store.ts'
import { AuditBreak } from '../src/platform/audit/audit-collections.ts'
import { type AuditSummary, verifyAudit } from '../src/platform/audit/verify-audit.ts'
import { parseSettings, SettingsError } from '../src/platform/env/env.ts'
import { applySettingsFile } from '../src/platform/env/settings-file.ts'
import './print-defects.ts'
import { type DocumentStore, StoreOpenError } from '../src/platform/store/document-store.ts'

const usage = 'audit verify [--backup <folder>] [--anchor <hash>] [--env <file>]'
const now = () => new Date()

// Reads the whole audit of the configured store or of a backup, and names the first entry that was tampered with.
// Changes nothing. Exit status: 1 if something was, or if it can't be read, 2 for invalid arguments.
const called = readArgs(process.argv.slice(2))
if ('fault' in called) {
  printError(called.fault, '', `  ${usage}`)
  process.exit(2)
}
process.exit(await verify(called))

type Called = { backup: string | undefined; anchor: string | undefined }

async function verify({ backup, anchor }: Called): Promise<number> {
  let store: DocumentStore | undefined
  try {
    store = await openToRead(backup)
    print(...inWords(await verifyAudit(store, { anchor })))
    return 0
  } catch (error) {
    if (error instanceof AuditBreak) printError(`${error.kind}: ${error.message}`)
    else if (error instanceof SettingsError || error instanceof StoreOpenError)
      printError(error.message)
    else throw error
    return 1
  } finally {
    await store?.close()
  }
}

async function openToRead(backup: string | undefined): Promise<DocumentStore> {
  const open = { credentialsFile: undefined, now, readOnly: true }
  if (backup !== undefined) {
    const file = join(backup, 'portal.sqlite')
    if (!existsSync(file)) throw new StoreOpenError(`There is no ${file}.`)
    // A backup has none, and SQLite would apply it to what it reads.
    const journal = ['-wal', '-journal']
      .map((end) => file + end)
      .find((candidate) => existsSync(candidate))
    if (journal !== undefined) throw new StoreOpenError(`${journal} isn’t part of a backup.`)
    return openStore({ ...open, store: { kind: 'sqlite' }, dataFolder: backup })
  }
  const { store, dataFolder, googleCredentialsFile } = parseSettings(process.env)
  return openStore({ ...open, store, dataFolder, credentialsFile: googleCredentialsFile })
}

function inWords({ entries, chains, unchained, anchors, newestAnchor }: AuditSummary): string[] {
  const older = unchained === 0 ? '' : `, ${unchained} of them from before there were chains`
  const last = newestAnchor
    ? `The newest anchor is of ${newestAnchor.day}: ${newestAnchor.hash}`
    : 'There is no anchor yet.'
  return [
    `${entries} entries${older}, in ${chains} chains, and ${anchors} anchors: nothing has been tampered with.`,
    last,
  ]
}

function readArgs(args: string[]): Called | { fault: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        backup: { type: 'string' },
        anchor: { type: 'string' },
        env: { type: 'string' },
      },
    })
    const [word, extra] = positionals
    if (word !== 'verify') return { fault: 'Say what to do: verify.' }
    if (extra !== undefined) return { fault: `Unexpected argument “${extra}”.` }
    // Variables that are already set take precedence over the file.
    if (values.env !== undefined) applySettingsFile(values.env)
    return { backup: values.backup, anchor: values.anchor }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
