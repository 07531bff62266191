import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { getPointer, promoteRelease, rollbackRelease } from '@portal/contract/pointers'
import { createReleaseToken } from '@portal/contract/release-tokens'
import getPort from 'get-port'
import { buildAll } from '../../scripts/build.ts'
import { gateRunnerKey, passTrials } from '../support/gate-runner.ts'
import { publishAgain } from '../support/publish-again.ts'
import { runSettledPortal } from '../support/settled-portal.ts'
import { median } from './numbers.ts'
import { adminToken, callWith, memberToken } from './session.ts'

/**
 * How soon a member's next load has a team's change: from the first uploaded byte of a built
 * release until a page is served with it promoted to everyone, and from a rollback until a page is
 * served with the previous release. Each round is compared with loading the page alone. `ROUNDS=9
 * node e2e/bench/releases.ts`
 */
const rounds = Number(process.env['ROUNDS'] ?? 9)
const goals = { publish: 5000, rollback: 2000 }
const remote = 'directory'
const params = { remote }

const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-bench-releases-'))
await buildAll()
const portal = await runSettledPortal({
  port: await getPort(),
  dataFolder: path.join(folder, 'data'),
  env: { GATE_RUNNER_KEY: gateRunnerKey },
})
const call = callWith(portal.url, await adminToken(portal.url))
const { secret } = await call(createReleaseToken, { body: { name: 'bench', remote } })
const machine = callWith(portal.url, secret)
const cookie = `__session=${await memberToken(portal.url)}`

const page = async () => (await fetch(`${portal.url}/directory`, { headers: { cookie } })).text()
const isFirst = (html: string, release: string) => html.includes(`${remote}@${release}`)
const until = async (release: string) => {
  while (!isFirst(await page(), release));
}
const timed = async (act: () => Promise<unknown>) => {
  const began = performance.now()
  await act()
  return performance.now() - began
}

const times = { alone: [] as number[], publish: [] as number[], rollback: [] as number[] }
for (let round = 0; round < rounds; round += 1) {
  const { stable } = await call(getPointer, { params })
  times.alone.push(await timed(page))
  times.publish.push(
    await timed(async () => {
      const release = await publishAgain(machine, remote, `1.${round}.1`)
      await passTrials(portal.url)
      const { revision } = await call(getPointer, { params })
      const body = { release, step: '100', reason: 'A bench' } as const
      await call(promoteRelease, { params, body, revision })
      await until(release)
    }),
  )
  const { revision } = await call(getPointer, { params })
  times.rollback.push(
    await timed(async () => {
      await call(rollbackRelease, {
        params,
        body: { channel: 'stable', reason: 'A bench' },
        revision,
      })
      await until(stable!)
    }),
  )
}
await portal.stop()
rmSync(folder, { recursive: true, force: true })

const alone = median(times.alone)
console.log(`\n${rounds} rounds, load ${loadavg()[0]!.toFixed(1)}. Median (least–most).`)
console.log(`        a page alone: ${alone.toFixed(0)} ms`)
for (const [what, named] of [
  ['publish', 'a built release sent, promoted → on the next page'],
  ['rollback', 'rolled back → on the next page'],
] as const) {
  const measurements = times[what]
  const middle = median(measurements)
  const verdict = middle <= goals[what] ? 'within ' : 'OVER   '
  const range = `${Math.min(...measurements).toFixed(0)}–${Math.max(...measurements).toFixed(0)}`
  console.log(
    `${verdict} ${named}: ${middle.toFixed(0)} ms (${range}), ${(middle / alone).toFixed(1)} pages; goal ${goals[what]} ms`,
  )
}
