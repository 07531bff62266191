import { type Settings, SettingsError } from '../../../platform/env/env.ts'
import { type Branding, makeBranding } from './make-branding.ts'

export type Made = { branding: Branding } | { fault: string }

process.once('message', async (foundation: Settings['foundation']) => {
  process.send?.(await made(foundation))
  process.disconnect?.()
})

async function made(foundation: Settings['foundation']): Promise<Made> {
  try {
    return { branding: await makeBranding(foundation) }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return { fault: error.message }
  }
}
