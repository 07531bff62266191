import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openApiOf } from '../api/src/features/reference/openapi.ts'
import {
  type ContractSurface,
  breakingChanges,
} from '../api/src/features/reference/breaking-changes.ts'
import { withEndpointTable } from '../api/src/features/reference/endpoint-table.ts'
import { testApi } from '../api/src/testing/test-api.ts'
import { versionWithAdditions } from './contract-version.ts'

/**
 * Records the API's current description, which the tests compare with, and writes the table of `docs/api.md`; refuses
 * to record removals. The first addition after a release raises the contract's version.
 */
const versionFile = path.resolve(import.meta.dirname, '../api/contract/src/releases.ts')
const file = path.resolve(import.meta.dirname, '../api/contract/openapi.json')
const api = await testApi()
type Recorded = ContractSurface & { info: { version: string } }
const now = JSON.parse(JSON.stringify(openApiOf(api.mounted))) as Recorded
await api.close()
const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recorded) : now
const missing = breakingChanges(before, now)
if (missing.length > 0) {
  console.error(`Within a major version nothing may be removed:\n${missing.join('\n')}`)
  process.exit(1)
}
const additions = breakingChanges(now, before)
if (additions.length > 0 && now.info.version === before.info.version) {
  const { version } = now.info
  const raised = versionWithAdditions(version)
  if (raised !== version) {
    const source = readFileSync(versionFile, 'utf8')
    writeFileSync(versionFile, source.replace(`'${version}'`, `'${raised}'`))
    now.info.version = raised
    console.log(`Contract ${version} is released, so this is the first addition to ${raised}.`)
  }
}
const guide = path.resolve(import.meta.dirname, '../docs/api.md')
const page = readFileSync(guide, 'utf8')
const current = withEndpointTable(page)
if (current !== page) writeFileSync(guide, current)
if (!existsSync(file) || !isDeepStrictEqual(before, now)) {
  writeFileSync(file, JSON.stringify(now))
  execFileSync('oxfmt', [file])
}
console.log(`${Object.keys(now.paths).length} paths recorded.`)
process.exit(0)
