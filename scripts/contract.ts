import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openApiOf } from '../api/src/features/reference/openapi.ts'
import {
  type ContractSurface,
  breakingChanges,
} from '../api/src/features/reference/breaking-changes.ts'
import { testApi } from '../api/src/testing/test-api.ts'

/**
 * Records the API's current description, which the tests compare with; refuses to record removals.
 */
const file = path.resolve(import.meta.dirname, '../api/contract/openapi.json')
const api = await testApi()
type Recorded = ContractSurface & { info: { version: string } }
const now = JSON.parse(JSON.stringify(openApiOf(api.entrances))) as Recorded
await api.close()
const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recorded) : now
const missing = breakingChanges(before, now)
if (missing.length > 0) {
  console.error(`Within a major version nothing may be removed:\n${missing.join('\n')}`)
  process.exit(1)
}
// Remotes declare the contract version they need: if it grew without a new version, a remote could
// run on an API that lacks the addition.
const added = breakingChanges(now, before)
if (added.length > 0 && now.info.version === before.info.version) {
  console.error(
    `The contract has additions: raise contractVersion in api/contract/src/releases.ts above ${now.info.version} by a minor. ` +
      `These are missing in ${now.info.version}:\n${added.join('\n')}`,
  )
  process.exit(1)
}
if (!existsSync(file) || !isDeepStrictEqual(before, now)) {
  writeFileSync(file, JSON.stringify(now))
  execFileSync('oxfmt', [file])
}
console.log(`${Object.keys(now.paths).length} paths recorded.`)
process.exit(0)
