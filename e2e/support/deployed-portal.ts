import { getConfig } from '@portal/contract/portal'
import { createCall } from '@portal/remote-kit/client'

const needed = ['PORTAL_URL', 'QA_MEMBER_EMAIL', 'QA_MEMBER_PASSWORD']

/** Starts no portal: the named one has to be running. */
export default async function deployedPortal(): Promise<void> {
  const missing = needed.filter((name) => !process.env[name])
  if (missing.length > 0) {
    throw new Error(`Set ${missing.join(', ')}; see docs/qa.md.`)
  }
  const baseUrl = new URL(process.env['PORTAL_URL']!).origin
  process.env['PORTAL_URL'] = baseUrl
  process.env['PORTAL_DEPLOYED'] = '1'
  try {
    await createCall({ baseUrl, token: async () => undefined })(getConfig)
  } catch (cause) {
    throw new Error(`No portal answers at ${baseUrl}.`, { cause })
  }
}
