import { Refusal } from '../../refusal.ts'

/** The sign-in that a shell was built for, read from its page; undefined if the build didn't record it. */
export function shellIdentity(page: string): string | undefined {
  const mark = /<meta [^>]*name="portal-identity"[^>]*>/.exec(page)?.[0] ?? ''
  return /content="(\w+)"/.exec(mark)?.[1]
}

/** Refuses to run in production with a shell in which anyone can choose an identity. */
export function refuseEmulatorShell(page: string, folder: string): void {
  if (shellIdentity(page) !== 'emulator') return
  throw new Refusal(
    'invalid',
    `The shell in ${folder} was built for the emulator, with its chooser of sample accounts. Build it with node scripts/build.ts --shell-identity=firebase, and set SHELL_FOLDER.`,
  )
}
