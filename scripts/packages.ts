import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { contractVersion } from '../api/contract/src/releases.ts'
import { isReleased } from './contract-version.ts'
import { announcedBump } from './packages/announced.ts'
import { builtFolder, buildPackages } from './packages/build-packages.ts'
import { builtApi, parseRecord, recordOf, recordText, unannounced } from './packages/public-api.ts'
import { publishedPackages, root } from './packages/published-packages.ts'
import { recordTemplate } from './packages/recorded-template.ts'

/**
 * The packages for remotes in other repositories. `build` builds them to `dist/packages`; `publish`
 * also sends those versions to the registry of npm's settings that it doesn't have; `record` records
 * their public API, which a version has to announce.
 */
const tasks: Record<string, (out: string) => void> = { build: () => {}, publish, record }

const out = path.join(root, 'dist/packages')
const task = tasks[process.argv[2] ?? '']
if (!task) {
  console.error(`Say what to do: ${Object.keys(tasks).join(', ')}.`)
  process.exit(2)
}
await buildPackages(out)
task(out)

function publish(): void {
  if (!isReleased(contractVersion)) {
    console.error(
      `Contract ${contractVersion} isn’t released: record its data with node scripts/record-upgrade.ts, and commit that.`,
    )
    process.exit(1)
  }
  for (const published of publishedPackages()) {
    const { name, version } = published.file
    if (isPublished(`${name}@${version}`)) {
      console.log(`${name} ${version} is published already.`)
      continue
    }
    execFileSync('npm', ['publish', '--access', 'restricted'], {
      cwd: builtFolder(out, published),
      stdio: 'inherit',
    })
  }
}

function isPublished(release: string): boolean {
  try {
    const version = execFileSync('npm', ['view', release, 'version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return version.trim() !== ''
  } catch {
    // The package isn't published yet.
    return false
  }
}

function record(): void {
  const faults: string[] = []
  for (const published of publishedPackages()) {
    const { name, version } = published.file
    const file = recordOf(published)
    const current = builtApi(published, out)
    const recorded = existsSync(file) ? parseRecord(readFileSync(file, 'utf8')) : undefined
    // The record describes the last version; until the next version, changesets announce what changes.
    if (recorded?.version === version) {
      const fault = unannounced(name, { recorded, current, announced: announcedBump(name) })
      if (fault !== undefined) faults.push(fault)
      continue
    }
    writeFileSync(file, recordText(name, current))
    if (name === '@portal/remote-kit') recordTemplate(version)
    console.log(`${name} ${version}: ${current.modules.size} modules recorded.`)
  }
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
