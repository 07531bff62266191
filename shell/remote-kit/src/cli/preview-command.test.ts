import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestPortal, testPortal } from '@portal/api/testing-portal'
import { promoteRelease } from '@portal/contract/pointers'
import { getPortal } from '@portal/contract/portal'
import { listPreviews } from '@portal/contract/previews'
import { noteCheck } from '@portal/contract/publishing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  machineOf,
  publishedBuild,
} from '../../../../api/src/features/releases/published-build-fixture.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const params = { remote: 'meetings' }
const people = ['--people', 'maria.lopez@larkspur.example,ana@partner.example']

let folder: string
let portal: TestPortal
let output: string
let complained: string
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-preview-'))
  writeFileSync(path.join(folder, 'index.html'), '<!--preload--><!--page-data-->')
  portal = await testPortal({ shellFolder: folder })
  const machine = await machineOf(portal, 'meetings')
  await machine.publish(publishedBuild({ release: '1.0.0-a' }))
  const body = { release: '1.0.0-a', step: '100' as const, reason: 'It is time', anyway: true }
  await portal.call('admin')(promoteRelease, { params, body, revision: 'new' })
  await machine.publish(publishedBuild({ release: '1.1.0-b' }))
  const { shell = 'none' } = await portal.call('admin')(getPortal)
  await machine.call(noteCheck, { params: { ...params, release: '1.1.0-b' }, body: { shell } })
  vi.stubEnv('PORTAL_URL', portal.url)
  vi.stubEnv('PORTAL_TOKEN', machine.secret)
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
  return runCommand(['preview', 'meetings', ...words], commands)
}
const running = async () => (await portal.call('admin')(listPreviews, { params })).previews
const start = () => run('--release', '1.1.0-b', ...people)

describe('portal preview', () => {
  it('prints the only copy of the link, whose secret the portal doesn’t know', async () => {
    expect(await start()).toBe(0)
    const [, secret] = /\/meetings#preview=([\w-]{43})\n/.exec(output)!
    expect(output).toContain(`  ${portal.url}/meetings#preview=${secret}\n`)
    const [preview] = await running()
    expect(preview).toMatchObject({
      id: createHash('sha256').update(secret!).digest('hex'),
      release: '1.1.0-b',
      people: ['ana@partner.example', 'maria.lopez@larkspur.example'],
    })
    expect(JSON.stringify(await portal.ports.store.list('release_previews'))).not.toContain(secret)
  })

  it('lasts as long as requested', async () => {
    expect(await run('--release', '1.1.0-b', ...people, '--days', '2')).toBe(0)
    const [preview] = await running()
    const lasts = Date.parse(preview!.expiresAt) - Date.parse(preview!.createdAt)
    expect(lasts).toBe(2 * 86_400_000)
  })

  it('lists who runs which preview until when, and how it compares', async () => {
    expect(await run('--list')).toBe(0)
    expect(output).toBe('meetings has no running preview.\n')
    await start()
    const [preview] = await running()
    await run('--list')
    expect(output).toContain(
      `${preview!.id.slice(0, 12)}  1.1.0-b, until ${preview!.expiresAt}, by release token ci\n`,
    )
    expect(output).toContain('for ana@partner.example, maria.lopez@larkspur.example\n')
    expect(output).toContain('As large as 1.0.0-a, which runs now.\n')
  })

  it('ends previews by id or release, and changes nothing when it runs again', async () => {
    await start()
    await start()
    const [first, second] = await running()
    expect(await run('--end', first!.id.slice(0, 12))).toBe(0)
    expect((await running()).map(({ id }) => id)).toEqual([second!.id])
    expect(await run('--end', '1.1.0-b')).toBe(0)
    expect(output).toContain('of 1.1.0-b is ended.')
    expect(await running()).toEqual([])
    expect(await run('--end', '1.1.0-b')).toBe(0)
    expect(output).toBe('meetings has no running preview of 1.1.0-b.\n')
  })

  it.each([
    [[], 'Name who may open it with --people.'],
    [['--people', 'maria'], '“maria” isn’t an e-mail address.'],
    [[...people, '--days', '31'], '--days must be a whole number from 1 to 30, not “31”.'],
    [[...people, '--list'], 'Start, list or end previews: one at a time.'],
    [['--list', '--end', '1.1.0-b'], 'Start, list or end previews: one at a time.'],
  ])('explains the use of %j', async (words, sentence) => {
    expect(await run(...words)).toBe(2)
    expect(complained).toContain(sentence)
  })

  it('prints why the portal refuses it', async () => {
    expect(await run('--release', '9.9.9-x', ...people)).toBe(1)
    expect(complained).toContain('meetings has no release 9.9.9-x.')
  })
})
