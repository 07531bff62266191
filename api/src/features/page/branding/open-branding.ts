import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Settings, SettingsError } from '../../../platform/env/env.ts'
import { type Branding, makeBranding } from './make-branding.ts'
import type { Made } from './branding-worker.ts'

/**
 * Makes the branding in a separate process: the libraries for pictures and colors would keep 40 MB in this one, which
 * needs them only at its start. Throws a `SettingsError` for a file that can't be shown.
 */
export async function openBranding(foundation: Settings['foundation']): Promise<Branding> {
  const { logoFile, signInPictureFile, accent } = foundation
  if (!logoFile && !signInPictureFile && !accent) return makeBranding(foundation)
  const child = fork(join(import.meta.dirname, 'branding-worker.ts'), {
    execArgv: [],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that reads the foundation’s logo has ended (${code}).`)
  })
  child.send(foundation)
  const [made] = (await Promise.race([once(child, 'message'), ended])) as [Made]
  if ('fault' in made) throw new SettingsError(made.fault)
  return made.branding
}
