import { ask } from './ask.ts'
import { type Check, Wrong } from './finding.ts'

type Options = {
  /** https://firestore.googleapis.com, or an emulator. */
  service: string
  projectId: string
  database: string | undefined
  apiKey: string
}

/** Asks the database as a stranger with a browser could: it must refuse. */
export function rulesCheck({ service, projectId, database = '(default)', apiKey }: Options): Check {
  return {
    part: 'rules',
    async look() {
      const place = `projects/${projectId}/databases/${database}/documents/admin/designatedAdmins`
      const url = new URL(`${service}/v1/${place}`)
      url.searchParams.set('key', apiKey)
      const { status } = await ask(url)
      if (status === 403 || status === 401) return 'the database refuses everybody but the portal'
      if (status === 200 || status === 404) {
        throw new Wrong(
          'Strangers can read the database: deploy firestore.rules, which refuses everybody but the portal.',
        )
      }
      return { caution: `the database answered a stranger with ${status}, which tells nothing` }
    },
  }
}
