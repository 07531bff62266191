import { Refusal } from '../refusal.ts'

/** How people sign in on the shell whose page this is, as its build has marked it; undefined where it hasn't. */
export function shellIdentity(page: string): string | undefined {
  const mark = /<meta [^>]*name="portal-identity"[^>]*>/.exec(page)?.[0] ?? ''
  return /content="(\w+)"/.exec(mark)?.[1]
}

/** Refuses to go live with a shell in which anyone may choose whom they are. */
export function refuseEmulatorShell(page: string, folder: string): void {
  if (shellIdentity(page) !== 'emulator') return
  throw new Refusal(
    'invalid',
    `The shell in ${folder} was built for the emulator, with its chooser of sample accounts: build it with node scripts/build.ts --shell-identity=firebase, and set SHELL_FOLDER.`,
  )
}
