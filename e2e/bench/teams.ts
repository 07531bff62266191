import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { listOfferedReleases } from '@portal/contract/offered-releases'
import { getPointer, listMoves, listPointers, promoteRelease } from '@portal/contract/pointers'
import { listReleases } from '@portal/contract/publishing'
import { briefReleases, getPortal } from '@portal/contract/portal'
import { createReleaseToken } from '@portal/contract/release-tokens'
import getPort from 'get-port'
import { buildAll } from '../../scripts/build.ts'
import { runPortal, startEmulator } from '../../scripts/portal.ts'
import { publishTeamRelease, teamRelease } from '../support/team-releases.ts'
import { median } from './numbers.ts'
import { adminToken, callWith, memberToken } from './session.ts'

/**
 * A portal of many teams: what a member's page weighs, and how long the work of an admin, of a
 * pipeline and of the gate takes. Every release is published through the API; its files are small,
 * its record is as long as that of a real one. `TEAMS=100 RELEASES=50 node e2e/bench/teams.ts`
 */
const teams = Number(process.env['TEAMS'] ?? 100)
const releases = Number(process.env['RELEASES'] ?? 50)
/** How often each reading is taken. */
const rounds = 9
/** The last ones of each team are promoted: a candidate, the stable one and its fallbacks. */
const promoted = Math.min(5, releases)

await buildAll()
const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-bench-teams-'))
const emulator = await startEmulator(folder)
const options = { port: await getPort(), dataFolder: path.join(folder, 'data'), emulator }
let portal = await runPortal(options)
try {
  console.log(`\nload ${loadavg()[0]!.toFixed(1)}; ms are medians of ${rounds}`)
  await measure('the portal’s own remotes')
  const names = Array.from({ length: teams }, (_, team) => `team-${team}`)
  const pipelines = new Map<string, Caller>()
  const owner = callWith(portal.url, await adminToken(portal.url))
  for (const remote of names) {
    const { secret } = await owner(createReleaseToken, { body: { name: 'ci', remote } })
    pipelines.set(remote, callWith(portal.url, secret))
  }
  const publishing: number[] = []
  const promoting: number[] = []
  for (let release = 0; release < releases; release += 1) {
    // A token of an hour would end before the last one.
    const admin = callWith(portal.url, await adminToken(portal.url))
    for (const remote of names) {
      publishing.push(
        await timed(() => publishTeamRelease(pipelines.get(remote)!, remote, release)),
      )
      const place = releases - release
      if (place > promoted) continue
      promoting.push(await timed(() => promote(admin, remote, release, place === 1 ? 'qa' : '100')))
    }
  }
  const ends = (all: number[]) =>
    `${median(all.slice(0, teams)).toFixed(0)} → ${median(all.slice(-teams)).toFixed(0)} ms`
  console.log(`publishing, the first and the last ${teams}: ${ends(publishing)}`)
  console.log(`promoting, the first and the last ${teams}: ${ends(promoting)}`)
  await measure(`and ${teams} teams with ${releases} releases each`)
  await portal.stop()
  const start = await timed(async () => {
    portal = await runPortal(options)
  })
  console.log(`start: ${start.toFixed(0)} ms`)
} finally {
  await portal.stop()
  await emulator.stop()
  rmSync(folder, { recursive: true, force: true })
}

type Caller = ReturnType<typeof callWith>

async function promote(admin: Caller, remote: string, number: number, step: 'qa' | '100') {
  const params = { remote }
  const known = await admin(getPointer, { params }).catch(() => undefined)
  await admin(promoteRelease, {
    params,
    body: { release: teamRelease(remote, number), step, reason: 'A bench', anyway: true },
    revision: known?.revision ?? 'new',
  })
}

async function measure(what: string): Promise<void> {
  const token = await memberToken(portal.url)
  const member = callWith(portal.url, token)
  const admin = callWith(portal.url, await adminToken(portal.url))
  const remote = teams > 0 && what.startsWith('and') ? 'team-0' : 'directory'
  const params = { remote }
  const page = await loaded('/directory', token)
  console.log(`\n${what}`)
  console.log(`  a member’s page: ${kib(page.bytes)} compressed, ${kib(page.headers)} of headers`)
  const ways: [string, () => Promise<unknown>][] = [
    ['a member’s page', () => loaded('/directory', token)],
    ['/api/portal', () => member(getPortal)],
    ['/api/portal, in brief', () => member(getPortal, briefReleases)],
    ['Releases: every pointer', () => admin(listPointers)],
    ['Releases: the releases of one', () => admin(listReleases, { params })],
    ['Releases: the moves of one', () => admin(listMoves, { params, query: { limit: 20 } })],
    ['the gate: every offered release', () => admin(listOfferedReleases)],
  ]
  for (const [name, read] of ways) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await timed(read))
    console.log(`  ${name.padEnd(32)}${median(times).toFixed(0).padStart(6)} ms`)
  }
  const status = readFileSync(`/proc/${portal.process.pid}/status`, 'utf8')
  console.log(
    `  memory of the API: ${(Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024).toFixed(0)} MB`,
  )
}

/** The compressed page and its headers, in bytes. */
function loaded(address: string, token: string): Promise<{ bytes: number; headers: number }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: `__session=${token}`, 'accept-encoding': 'br' }
    const most = 1024 * 1024
    get(`${portal.url}${address}`, { headers, maxHeaderSize: most }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.byteLength))
      response.once('end', () => resolve({ bytes, headers: response.rawHeaders.join('  ').length }))
      response.once('error', reject)
    }).once('error', reject)
  })
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
