import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestPortal, testPortal } from '@portal/api/testing-portal'
import {
  approveRelease,
  getPointer,
  promoteRelease,
  type PromotionStep,
  stopRemote,
} from '@portal/contract/pointers'
import { type Call, createCall } from '../client.ts'
import { endTrial, gateRunnerHeader, takeTrial } from '@portal/contract/gate-trials'
import { testGateRunnerKey } from '@portal/api/testing'
import { sendOutcomes } from '@portal/contract/outcomes'
import { getPortal } from '@portal/contract/portal'
import { noteCheck } from '@portal/contract/publishing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  machineOf,
  publishedBuild,
} from '../../../../api/src/features/releases/published-build-fixture.ts'
import { commands } from './commands.ts'
import { waitForVerdict } from './gate-verdict.ts'
import { moved } from './move-pointer.ts'
import { stepAfter } from './promote-command.ts'
import { runCommand } from './run-command.ts'

let folder: string
let portal: TestPortal
let machine: Awaited<ReturnType<typeof machineOf>>
let output: string
let complained: string
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-shell-'))
  writeFileSync(path.join(folder, 'index.html'), '<!--preload--><!--page-data-->')
  portal = await testPortal({ shellFolder: folder })
  machine = await machineOf(portal, 'meetings')
  vi.stubEnv('PORTAL_URL', portal.url)
  vi.stubEnv('PORTAL_TOKEN', machine.secret)
  output = ''
  complained = ''
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (output += `${text}\n`))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void (complained += `${text}\n`))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await portal.close()
  rmSync(folder, { recursive: true })
})

const run = (...words: string[]) => {
  output = ''
  complained = ''
  return runCommand(words, commands)
}
const params = { remote: 'meetings' }
const pointer = () => portal.call('admin')(getPointer, { params })
const ship = async (release: string, step: PromotionStep) => {
  await machine.publish(publishedBuild({ release }))
  const revision = await pointer().then(
    (current) => current.revision,
    () => 'new' as const,
  )
  const body = { release, step, reason: 'It is time', anyway: true }
  await portal.call('admin')(promoteRelease, { params, body, revision })
}
const because = ['--reason', 'It fails']
/** Simulates an earlier portal, which answers with a page. */
const withoutShellManifest = () => {
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    new Request(input).url.endsWith('/shell.json') ? fetch(portal.url) : fetch(input, init),
  )
}

describe('portal status', () => {
  it('shows what runs for whom, and the last changes', async () => {
    await ship('1.0.0-a', '100')
    await ship('1.1.0-b', '10')
    expect(await run('status', 'meetings')).toBe(0)
    expect(output).toMatch(
      /stable {5}1\.0\.0-a\n.* gate runner\n {2}candidate {2}1\.1\.0-b for 10 % of everyone, since/,
    )
    expect(output).toMatch(
      /1\.1\.0-b promoted to 10 % of everyone, by \S+: It is time \(although: .* gate runner hasn’t tried .*\)\n.*1\.0\.0-a/,
    )
  })

  it('shows which releases wait for approval, are approved, or are stopped', async () => {
    await ship('1.0.0-a', '100')
    await machine.publish(publishedBuild({ release: '1.1.0-b' }))
    const release = { ...params, release: '1.1.0-b' }
    const call = portal.call('admin')
    const { composition, shell = 'none' } = await call(getPortal)
    expect(composition.id).toBe('meetings@1.0.0-a')
    await call(noteCheck, { params: release, body: { shell } })
    const reason = 'A first look'
    await machine.call(promoteRelease, {
      params,
      body: { release: '1.1.0-b', step: 'qa', reason },
      revision: 1,
    })
    await run('status', 'meetings')
    expect(output).toContain('\n             waits for an admin’s approval before it goes beyond')
    await call(approveRelease, { params, body: { release: '1.1.0-b', reason }, revision: 2 })
    await call(stopRemote, { params, body: { reason: 'It leaks' }, revision: 3 })
    expect(await run('status', 'meetings')).toBe(0)
    expect(output).toMatch(/revision 4\n {2}stopped {4}for everyone since \S+, by \S+: It leaks\n/)
    expect(output).toMatch(/\n {13}approved by ruth\.abelman@larkspur\.example, \S+\n/)
    expect(output).toMatch(
      /stopped for everyone, by .*\n.*1\.1\.0-b approved, by .*\n.*promoted to/,
    )
  })

  /** Readers' tabs report the same error. */
  const fail = async (...people: number[]) => {
    const of = { remote: 'meetings', release: '1.0.0-a' }
    for (const n of people) {
      const reader = { email: `reader-${n}@larkspur.example`, provider: 'google.com' } as const
      await portal.call(reader)(sendOutcomes, {
        body: {
          session: randomUUID(),
          composition: 'meetings@1.0.0-a',
          outcomes: [{ ...of, outcome: 'failed', stage: 'render' }],
          errors: [
            {
              ...of,
              message: 'TypeError: items.map is not a function',
              stack: `at Kr (${portal.url}/remotes/meetings/1.0.0-a/container.js:1:20)`,
            },
          ],
        },
      })
    }
    await portal.features.releases.watch.flush()
  }

  it('shows how each release does, its errors with their places, and people as numbers', async () => {
    await ship('1.0.0-a', '100')
    await ship('1.1.0-b', '10')
    await fail(1, 2, 2)
    expect(await run('status', 'meetings')).toBe(0)
    expect(output).toMatch(
      /\n1\.0\.0-a, stable\n {2}Failed in 3 of 3 sessions since \S+, of 2 people: 3 on a page\.\n/,
    )
    expect(output).toMatch(
      /\n {2}Errors\n {4}TypeError: items\.map is not a function\n {6}3 times, of 2 people, .* UTC\n {6}at container\.js:1:20 \(Kr\)\n/,
    )
    expect(output).toContain('It was published without source maps')
    expect(output).toContain(
      '1.1.0-b, candidate for 10 % of everyone\n  No browser has reported it',
    )
    expect(output).not.toContain('reader-')
  })

  it('shows one release, as JSON for programs', async () => {
    await ship('1.0.0-a', '100')
    await machine.publish(publishedBuild({ release: '1.1.0-b' }))
    await fail(1)
    expect(await run('status', 'meetings', '--release', '1.0.0-a', '--json')).toBe(0)
    expect(JSON.parse(output)).toMatchObject({
      remote: 'meetings',
      releases: [{ release: '1.0.0-a', health: { failed: 1 }, errors: { usual: { others: 0 } } }],
    })
    expect(await run('status', 'meetings', '--release', '1.1.0-b')).toBe(0)
    expect(output).toContain('\n1.1.0-b, offered to nobody\n')
    expect(await run('status', 'meetings', '--release', '9.9.9-x')).toBe(1)
    expect(complained).toContain('meetings has no release 9.9.9-x.')
    expect(await run('status', 'meetings', '--json', '--open')).toBe(2)
  })

  it('prints why a token is no longer valid', async () => {
    await ship('1.0.0-a', '100')
    const { store } = portal.ports
    const { documents } = await store.list('release_tokens')
    const { id, revision, updatedAt: _, ...token } = documents[0]!
    await store.update('release_tokens', id, { ...token, expiresAt: token['createdAt'] }, revision)
    expect(await run('status', 'meetings')).toBe(1)
    expect(complained).toContain('This release token has expired.')
  })

  it('never prints the token', async () => {
    await run('status', 'meetings')
    vi.stubEnv('PORTAL_TOKEN', `${machine.secret}x`)
    expect(await run('status', 'meetings')).toBe(1)
    expect(complained).toContain('The release token is invalid.')
    expect(`${output}${complained}`).not.toContain(machine.secret)
  })
})

describe('the gate runner’s verdict', () => {
  const runner: Call = (endpoint, ...input) =>
    createCall({
      baseUrl: portal.url,
      token: async () => undefined,
      fetch: async (address, init) => {
        const headers = new Headers(init?.headers)
        headers.set(gateRunnerHeader, testGateRunnerKey)
        return fetch(address, { ...init, headers })
      },
    })(endpoint, ...input)
  const name = 'portal-1:4711'
  const release = '1.0.0-a'
  const take = async () => (await runner(takeTrial, { body: { runner: name } })).trial!
  const end = async (faults: string[]) => {
    const { shell, lease } = await take()
    const result = faults.length > 0 ? ('failed' as const) : ('passed' as const)
    const body = { shell, lease, runner: name, result, faults }
    await runner(endTrial, { params: { ...params, release }, body })
  }
  /** Waits as `portal promote` does, with an event in place of each pause. */
  const waited = (...meanwhile: (() => Promise<unknown>)[]) => {
    const wait = async () => meanwhile.shift()?.()
    const connection = { call: machine.call }
    return waitForVerdict(connection, { ...params, release }, console.log, { limit: 6000, wait })
  }

  it('makes promote wait, and say what the runner is doing', async () => {
    await machine.publish(publishedBuild({ release }))
    let trial: Awaited<ReturnType<typeof take>>
    await waited(
      async () => (trial = await take()),
      async () => {
        const body = { ...trial, runner: name, result: 'passed' as const, faults: [] }
        await runner(endTrial, { params: { ...params, release }, body })
      },
    )
    expect(output).toBe(
      'The portal’s gate runner will try it next …\nThe portal’s gate runner is trying it …\n✓ gate runner  passed\n',
    )
    output = ''
    await waited()
    expect(output).toBe('✓ gate runner  passed\n')
  })

  it('fails a promotion with its faults, or if it doesn’t arrive in time', async () => {
    await machine.publish(publishedBuild({ release }))
    await expect(waited()).rejects.toThrow(
      'The portal’s gate runner hasn’t tried 1.0.0-a within 0.1 minutes, so it was not promoted.',
    )
    await expect(waited(() => end(['/meetings: it threw “No”']))).rejects.toThrow(
      '1.0.0-a failed when the portal’s gate runner tried it under the portal’s shell, so it was not promoted:\n    /meetings: it threw “No”',
    )
  })

  it('appears in status, for the stable release and the candidate', async () => {
    await ship(release, '100')
    await run('status', 'meetings')
    expect(output).toContain('\n             waits for the portal’s gate runner\n')
    await end([])
    await ship('1.1.0-b', 'qa')
    await run('status', 'meetings')
    expect(output).toMatch(/stable.*\n {13}passed by the portal’s gate runner, \S+\n {2}candidate/)
    expect(output).toMatch(/approved by .*\n {13}waits for the portal’s gate runner\n {2}last good/)
  })
})

describe('portal rollback', () => {
  it('makes the last good release stable', async () => {
    await ship('1.0.0-a', '100')
    await ship('1.1.0-b', '100')
    expect(await run('rollback', 'meetings', ...because)).toBe(0)
    expect(output).toContain('stable     1.0.0-a')
    expect(await pointer()).toMatchObject({ stable: '1.0.0-a', lastGood: [] })
  })

  it('requires a channel when there is a candidate as well', async () => {
    await ship('1.0.0-a', '100')
    await ship('1.1.0-b', '50')
    expect(await run('rollback', 'meetings', ...because)).toBe(2)
    expect(complained).toContain('has the candidate 1.1.0-b and the stable release 1.0.0-a')
    expect(await run('rollback', 'meetings', '--channel', 'candidate', ...because)).toBe(0)
    expect((await pointer()).candidate).toBeUndefined()
  })

  it('goes back only once with --from, no matter how often it runs', async () => {
    for (const release of ['1.0.0-a', '1.1.0-b', '1.2.0-c']) await ship(release, '100')
    const back = () => run('rollback', 'meetings', '--from', '1.2.0-c', ...because)
    expect(await back()).toBe(0)
    expect(await back()).toBe(0)
    expect(output).toContain(
      '1.2.0-c isn’t the stable release of meetings, so nothing was changed.',
    )
    expect((await pointer()).stable).toBe('1.1.0-b')
  })

  it('requires a reason and a valid channel', async () => {
    await ship('1.0.0-a', '100')
    expect(await run('rollback', 'meetings')).toBe(2)
    expect(await run('rollback', 'meetings', '--channel', 'beta', ...because)).toBe(2)
    expect(await run('rollback', 'meetings', ...because)).toBe(1)
    expect(complained).toContain('There is no last good release to go back to.')
  })
})

describe('portal deny', () => {
  it('removes a release from every position', async () => {
    await ship('1.0.0-a', '100')
    await ship('1.1.0-b', '100')
    expect(await run('deny', 'meetings', '1.1.0-b', ...because)).toBe(0)
    expect(await pointer()).toMatchObject({ stable: '1.0.0-a', denied: ['1.1.0-b'] })
    expect(await run('deny', 'meetings', '1.1.0-b', ...because)).toBe(0)
    expect(output).toContain('1.1.0-b is already denied.')
    expect(await run('deny', 'meetings', '2.0.0-none', ...because)).toBe(1)
    expect(complained).toContain('meetings has no release 2.0.0-none.')
  })
})

describe('portal promote', () => {
  it('names the next step before it checks anything, and refuses to skip it', async () => {
    await ship('1.0.0-a', '100')
    await ship('1.1.0-b', 'qa')
    expect(await run('promote', 'meetings', '1.1.0-b', '--step', '50', ...because)).toBe(1)
    expect(complained).toContain(
      'The next step of 1.1.0-b is team, for the QA cohort and the team, not 50.',
    )
    expect(output).toBe('')
    withoutShellManifest()
    expect(await run('promote', 'meetings', '1.1.0-b', ...because)).toBe(1)
    expect(output).toMatch(
      /^Next for 1\.1\.0-b: the QA cohort and the team\. It is checked first\.\n/,
    )
    expect(output).toContain(`, this workspace’s, because ${portal.url} doesn’t describe its own\n`)
  })

  it('changes nothing with a named step when it runs again', async () => {
    await ship('1.0.0-a', '100')
    await ship('1.1.0-b', '10')
    const { revision } = await pointer()
    expect(await run('promote', 'meetings', '1.1.0-b', '--step', '10', ...because)).toBe(0)
    expect(output).toContain('1.1.0-b is already for 10 % of everyone.')
    expect(await run('promote', 'meetings', '1.0.0-a', '--step', '100', ...because)).toBe(0)
    expect(output).toContain('1.0.0-a is already for everyone.')
    expect((await pointer()).revision).toBe(revision)
  })

  it('refuses what can’t be promoted before any check runs', async () => {
    await ship('1.0.0-a', '100')
    await ship('1.1.0-b', '100')
    await run('deny', 'meetings', '1.1.0-b', ...because)
    expect(await run('promote', 'meetings', '1.1.0-b', ...because)).toBe(1)
    expect(complained).toBe('1.1.0-b was denied: publish another release.\n')
    expect(await run('promote', 'meetings', '1.0.0-a', ...because)).toBe(1)
    expect(complained).toBe('1.0.0-a already runs for everyone.\n')
    expect(await run('promote', 'meetings', '9.0.0-x', ...because)).toBe(1)
    expect(complained).toContain('meetings has no release 9.0.0-x.')
    expect(await run('promote', 'meetings', '1.0.0-a', '--step', '20', ...because)).toBe(2)
    expect(await run('promote', 'meetings', '1.0.0-a', '--step', '10')).toBe(2)
  })
})

describe('portal diff', () => {
  it('compares two releases, by name or by channel', async () => {
    await ship('1.0.0-a', '100')
    await ship('1.1.0-b', 'qa')
    expect(await run('diff', 'meetings', 'stable', 'candidate')).toBe(0)
    expect(output).toMatch(
      /^meetings: 1\.0\.0-a → 1\.1\.0-b\n(?:[^]*\n)?files\n {2}~ container\.js/,
    )
    expect(await run('diff', 'meetings', '1.0.0-a', '1.0.0-a')).toBe(0)
    expect(output).toContain('The releases are the same.')
    expect(await run('diff', 'meetings', '1.0.0-a')).toBe(2)
  })

  it('reports when nothing runs under that name', async () => {
    await ship('1.0.0-a', '100')
    expect(await run('diff', 'meetings', 'stable', 'candidate')).toBe(1)
    expect(complained).toContain('meetings has no candidate release.')
  })
})

describe('a move of a pointer', () => {
  it('changes nothing if someone else was faster, and shows the current state', async () => {
    await ship('1.0.0-a', '100')
    await ship('1.1.0-b', 'qa')
    const { revision } = await pointer()
    await ship('1.2.0-c', 'qa')
    const body = { release: '1.1.0-b', step: 'team', reason: 'It is time' } as const
    const late = moved('meetings', () => machine.call(promoteRelease, { params, body, revision }))
    await expect(late).rejects.toThrow(
      /Somebody else changed meetings in the meantime[^]*candidate {2}1\.2\.0-c/,
    )
    expect((await pointer()).candidate?.release).toBe('1.2.0-c')
  })

  it('goes one step at a time, starting with the QA cohort', async () => {
    expect(stepAfter(undefined, '1.0.0-a')).toBe('qa')
    await ship('1.0.0-a', '50')
    const half = await pointer()
    expect(stepAfter(half, '1.0.0-a')).toBe('100')
    expect(stepAfter(half, '1.1.0-b')).toBe('qa')
    await ship('1.0.0-a', '100')
    const whole = await pointer()
    expect(() => stepAfter(whole, '1.0.0-a')).toThrow('already runs for everyone')
  })
})

it('refuses an address that isn’t a portal’s before it builds anything', async () => {
  expect(await run('qa', 'meetings', '--portals', 'portal.example.org')).toBe(2)
  expect(complained).toContain('--portals must list addresses such as https://portal.example.org')
})
