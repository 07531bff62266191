import { request } from './clock-check.ts'
import { type Check, CheckFailure } from './finding.ts'

type Options = {
  /** https://firestore.googleapis.com, or an emulator. */
  service: string
  projectId: string
  database: string | undefined
  apiKey: string
}

/** Requests a document directly from the database, as anyone could; it must refuse. */
export function rulesCheck({ service, projectId, database = '(default)', apiKey }: Options): Check {
  return {
    part: 'rules',
    async run() {
      const place = `projects/${projectId}/databases/${database}/documents/admin/designatedAdmins`
      const url = new URL(`${service}/v1/${place}`)
      url.searchParams.set('key', apiKey)
      const { status } = await request(url)
      if (status === 403 || status === 401) return 'the database refuses direct access'
      if (status === 200 || status === 404) {
        throw new CheckFailure(
          'Anyone can read the database. Deploy firestore.rules, which only lets the portal in.',
        )
      }
      return {
        caution: `the database responded with ${status} to direct access, so its rules are unknown`,
      }
    },
  }
}
