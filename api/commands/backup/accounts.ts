import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { BackupError } from './backup-error.ts'

/**
 * The sign-in emulator's accounts: the current ones if it runs, else as saved when it was stopped.
 * Without an emulator there is nothing to copy: Firebase keeps its own accounts.
 */
export async function copyAccounts(from: string, to: string): Promise<void> {
  const accounts = path.join(to, 'accounts')
  const hub = hubOf(from)
  if (hub !== undefined && (await isUp(hub))) {
    mkdirSync(to, { recursive: true })
    const response = await fetch(`${hub}/_admin/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: path.resolve(accounts), initiatedBy: 'backup' }),
    })
    if (response.ok) return
    throw new BackupError(
      `The sign-in emulator can't export its accounts: ${await response.text()}`,
    )
  }
  const kept = path.join(from, 'accounts')
  const isPlain = (place: string) => lstatSync(place).isFile() || lstatSync(place).isDirectory()
  if (existsSync(kept)) cpSync(kept, accounts, { recursive: true, filter: isPlain })
}

/** The emulator's control address for this data folder, if it was ever started. */
function hubOf(folder: string): string | undefined {
  const file = path.join(folder, 'firebase.json')
  if (!existsSync(file)) return undefined
  const { emulators } = JSON.parse(readFileSync(file, 'utf8')) as {
    emulators?: { hub?: { host: string; port: number } }
  }
  return emulators?.hub && `http://${emulators.hub.host}:${emulators.hub.port}`
}

async function isUp(hub: string): Promise<boolean> {
  const answer = await fetch(`${hub}/emulators`, { signal: AbortSignal.timeout(3000) }).catch(
    () => undefined,
  )
  // Another program may have been given the port since.
  const running = (await answer?.json().catch(() => undefined)) as { auth?: object } | undefined
  return running?.auth !== undefined
}
