import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { BackupError } from './backup-error.ts'

/**
 * The sign-in emulator's accounts: of the running one as they are now, else as it left them when it was stopped.
 * Where there is no emulator there is nothing to copy: Firebase keeps its accounts itself.
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
  if (existsSync(kept)) cpSync(kept, accounts, { recursive: true })
}

/** Where the emulator of this data folder listens for its own commands, if it was ever started. */
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
