import * as z from 'zod/mini'
import { ask } from './ask.ts'
import { type Check, Wrong } from './finding.ts'

type Options = {
  /** Where browsers sign in: https://identitytoolkit.googleapis.com, or an emulator. */
  service: string
  apiKey: string
  /** The portal's own address, where it was named. */
  address: URL | undefined
}

// https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects/get
const project = z.object({ authorizedDomains: z.array(z.string()) })

/** Asks as a browser does: whether the web key is one, and whether people may sign in on the portal's address. */
export function signInCheck({ service, apiKey, address }: Options): Check {
  return {
    part: 'sign-in',
    async look() {
      const url = new URL(`${service}/v1/projects`)
      url.searchParams.set('key', apiKey)
      const headers = address ? { referer: `${address.origin}/` } : {}
      const response = await ask(url, { headers })
      const body: unknown = await response.json().catch(() => undefined)
      if (response.status === 403) {
        throw new Wrong(
          'Google refuses FIREBASE_API_KEY from this address: look at the key’s restrictions (websites, and the Identity Toolkit API), and that this API is enabled.',
        )
      }
      if (!response.ok) {
        throw new Wrong(
          `Google doesn’t know FIREBASE_API_KEY (${response.status}): take the web API key of the project’s settings.`,
        )
      }
      const { authorizedDomains } = z.parse(project, body)
      if (!address) return 'the web key is good'
      if (!authorizedDomains.includes(address.hostname)) {
        throw new Wrong(
          `${address.hostname} isn’t an authorised domain: add it in Firebase under Authentication, Settings, Authorised domains.`,
        )
      }
      return `the web key is good, and ${address.hostname} is an authorised domain`
    },
  }
}
