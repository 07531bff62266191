import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'

/** Whether this process may install Debian's packages: it runs as root on a Debian. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs packages for the tests, and prints one sentence if that fails. */
export function installDebianPackages(packages: string[]): boolean {
  const names = packages.join(', ')
  console.log(`  Installing ${names} from Debian …`)
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...packages)
    return true
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    // Its first error is the cause; those that follow are consequences or advice.
    const reason = /^E: (.*)$/m.exec(stderr ?? '')?.[1] ?? message
    console.error(`  ${names} could not be installed from Debian: ${reason}`)
    return false
  }
}

function apt(...args: string[]): void {
  execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** The first of these programs in `PATH`, or at one of the paths. */
export function findProgram(names: string[], paths: string[] = []): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...candidates, ...paths].find(runs)
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
