import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestPortal, testPortal } from '@portal/api/testing-portal'
import { promoteRelease } from '@portal/contract/pointers'
import type { ReleaseManifest } from '@portal/contract/releases'
import { getRemoteSettings } from '@portal/contract/remote-settings'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  machineOf,
  publishedBuild,
} from '../../../../api/src/features/releases/published-build-fixture.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const params = { remote: 'meetings' }
const team = true as const
const settings: NonNullable<ReleaseManifest['settings']> = [
  {
    name: 'entries',
    label: 'Entries',
    schema: { type: 'integer', minimum: 1, maximum: 20 },
    default: 3,
    team,
  },
  {
    name: 'topics',
    label: 'Topics',
    schema: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 3 },
    default: [],
    team,
  },
  {
    name: 'pictures',
    label: 'Pictures',
    schema: { type: 'boolean' },
    default: false,
    flag: true,
    team,
  },
  {
    name: 'greeting',
    label: 'Greeting',
    schema: { type: 'string', maxLength: 20 },
    default: 'Welcome',
  },
]

let folder: string
let portal: TestPortal
let secret: string
let output: string
let complained: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-settings-'))
  writeFileSync(path.join(folder, 'index.html'), '<!--preload--><!--page-data-->')
  portal = await testPortal({ shellFolder: folder })
  const machine = await machineOf(portal, 'meetings')
  secret = machine.secret
  await machine.publish(publishedBuild({ release: '1.0.0-a' }, { settings }))
  const body = { release: '1.0.0-a', step: '100' as const, reason: 'It is time', anyway: true }
  await portal.call('admin')(promoteRelease, { params, body, revision: 'new' })
})
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  vi.stubEnv('PORTAL_URL', portal.url)
  vi.stubEnv('PORTAL_TOKEN', secret)
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (output += `${text}\n`))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void (complained += `${text}\n`))
})
afterEach(async () => {
  await run('unset', 'entries', 'topics', 'pictures')
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const run = (...words: string[]) => {
  output = ''
  complained = ''
  return runCommand(['settings', 'meetings', ...words], commands)
}
const stored = async () => (await portal.call('admin')(getRemoteSettings, { params })).values

it('lists each setting with its value, its default and who sets it', async () => {
  await run('set', 'entries=5')
  expect(await run()).toBe(0)
  expect(output).toContain(
    'entries = 5\n    Entries; the default is 3, set by its team and admins\n',
  )
  expect(output).toContain('greeting = Welcome\n    Greeting; the default, set by admins\n')
})

it('sets several at once, each as its kind is written, and unsets them', async () => {
  expect(await run('set', 'entries=5', 'topics=art, music', 'pictures=10%,qa')).toBe(0)
  expect(await stored()).toEqual({
    entries: 5,
    topics: ['art', 'music'],
    pictures: { share: 10, cohorts: ['qa'] },
  })
  expect(output).toContain('pictures = 10%,qa\n')
  expect(await run('set', 'pictures=on')).toBe(0)
  expect(await run('unset', 'entries', 'topics')).toBe(0)
  expect(await stored()).toEqual({ pictures: true })
})

it('prints the portal’s answer as JSON', async () => {
  await run('set', 'entries=5', '--json')
  expect(JSON.parse(output)).toMatchObject({ remote: 'meetings', values: { entries: 5 } })
})

it.each([
  [['set', 'entries=many'], 1, 'Entries: A whole number from 1 to 20.'],
  [['set', 'pictures=half'], 1, 'Pictures: On or off.'],
  [['set', 'greeting=Hello'], 1, 'doesn’t mark greeting as a setting for its team'],
  [['set', 'colour=blue'], 1, 'meetings has no setting called colour.'],
  [['set', 'entries'], 2, '“entries” has no value: name=value.'],
  [['set'], 2, 'Which settings to set?'],
  [['list', 'entries'], 2, 'list takes no names.'],
  [['show'], 2, 'Unexpected argument “show”.'],
])('refuses %j with a sentence, and changes nothing', async (words, code, sentence) => {
  expect(await run(...words)).toBe(code)
  expect(complained).toContain(sentence)
  expect(await stored()).toEqual({})
})
