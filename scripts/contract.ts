import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiOf } from '../api/src/reference/openapi.ts'
import { type Promises, takenAway } from '../api/src/reference/taken-away.ts'
import { testApi } from '../api/src/testing.ts'

/** Writes what the API promises now into the record that the tests hold it to, unless something was taken away. */
const file = path.resolve(import.meta.dirname, '../api/contract/openapi.json')
const api = await testApi()
type Recorded = Promises & { info: { version: string } }
const now = JSON.parse(JSON.stringify(openApiOf(api.entrances))) as Recorded
await api.close()
const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recorded) : now
const missing = takenAway(before, now)
if (missing.length > 0) {
  console.error(`Within a major version nothing may be taken away:\n${missing.join('\n')}`)
  process.exit(1)
}
// What a remote says that it needs is a version: one that grew in silence would let it run on an API that lacks it.
const added = takenAway(now, before)
if (added.length > 0 && now.info.version === before.info.version) {
  console.error(
    `The contract has grown: raise contractVersion in api/contract/src/releases.ts above ${now.info.version} by a minor. ` +
      `An API of ${now.info.version} lacks what this one has:\n${added.join('\n')}`,
  )
  process.exit(1)
}
writeFileSync(file, JSON.stringify(now))
execFileSync('oxfmt', [file])
console.log(`${Object.keys(now.paths).length} addresses are promised.`)
process.exit(0)
