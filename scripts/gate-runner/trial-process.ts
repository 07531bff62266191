import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { releaseManifest } from '../../api/contract/src/releases.ts'
import { checkFiles, checkHostOwned } from '../../shell/remote-kit/src/cli/bundle-checks.ts'
import { checkScreens } from '../../shell/remote-kit/src/cli/check-release.ts'
import { openBrowser } from '../../shell/remote-kit/src/cli/mount-screens.ts'
import type { TrialJob } from './trials.ts'

// Opens every screen of a release under a shell, in a portal in memory, and sends the faults to its parent.
const { folder, shellFolder } = JSON.parse(process.argv[2]!) as TrialJob
const read = async (file: string) => new Uint8Array(await readFile(path.join(folder, file)))
const manifest = releaseManifest.parse(
  JSON.parse(Buffer.from(await read('release.json')).toString()),
)
const files = new Map<string, Uint8Array>()
for (const { file } of manifest.files) files.set(file, await read(file))
const release = { manifest, files }

// Only its faults count here: `portal check` reports what the release shares with others.
const others = { live: [], provided: undefined }
const faults = [checkFiles(release), checkHostOwned(release, others)].flatMap(
  (report) => report.faults,
)
if (faults.length === 0) {
  const browser = await openBrowser()
  process.once('SIGTERM', () => void browser.close().finally(() => process.exit(1)))
  try {
    faults.push(...(await checkScreens(release, browser, { shellFolder })).faults)
  } finally {
    await browser.close()
  }
}
process.send!({ faults }, () => process.exit(0))
