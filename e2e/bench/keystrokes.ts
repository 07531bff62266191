import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import getPort from 'get-port'
import { findBrowser } from '../../scripts/browser.ts'
import { buildAll } from '../../scripts/build.ts'
import { runPortal } from '../../scripts/portal.ts'
import { browserArgs } from '../support/browser-args.ts'
import { runSettledPortal } from '../support/settled-portal.ts'
import { keyTimes, noteKeys } from './key-times.ts'
import { addAgenda, addManyDocuments, addManyUsers, many, ownAgenda } from './many-records.ts'
import { median, quantile, ratioText } from './numbers.ts'

/**
 * The time from a key to the next paint where admins and members type, in a portal with many files,
 * accounts and directory entries, against the same key in the sample portal. Rounds are interleaved.
 * `node e2e/bench/keystrokes.ts users uploads` runs the fields whose name contains one of the words.
 */
const rounds = Number(process.env['ROUNDS'] ?? 3)
const wanted = process.argv.slice(2)
/** The most a key may take, in ms. */
const goal = 100
/** Slowdowns of the processor. */
const rates = [1, 4]
/** Between two keys, in ms: ten a second, faster than most people type. */
const pause = 100
const stepTimeout = 120_000
/** The last letters match few names or none, the first ones many. */
const typed = 'an bud re'

/** Items of an agenda in the sample. */
const fewItems = 10

type Size = 'small' | 'large'
type FieldIn = (page: Page) => Promise<ReturnType<Page['locator']>>

const agenda = `/admin/meeting-agenda?year=${ownAgenda.year}&quarter=${ownAgenda.quarter}`
const mappings = '/admin/meetings/resource-mappings'
/** `only`: the other portal has no such field. */
const fields: Record<string, { at: string; field: FieldIn; only?: Size }> = {
  'match panel, title of a paper': {
    at: `${mappings}?year=2023&quarter=1`,
    field: async (page) => page.getByLabel('Title that members see').first(),
    only: 'large',
  },
  'uploads, search': { at: '/admin/uploads', field: async (page) => page.getByRole('searchbox') },
  'mapping dialog, document picker': {
    at: mappings,
    async field(page) {
      const open = { name: /^(Map Document|Update)/, disabled: false }
      await page.getByRole('button', open).first().click()
      return page.getByRole('dialog').getByRole('combobox').first()
    },
  },
  'mappings, display name': {
    at: mappings,
    field: async (page) => page.getByRole('textbox', { name: /display name/i }).first(),
  },
  'users, search': { at: '/admin/users', field: async (page) => page.getByRole('searchbox') },
  'directory admin, search': {
    at: '/admin/directory',
    field: async (page) => page.getByRole('searchbox'),
  },
  'directory, search in the grid': {
    at: '/directory',
    field: async (page) => page.getByRole('searchbox'),
  },
  'directory, search in the list': {
    at: '/directory?view=list',
    field: async (page) => page.getByRole('searchbox'),
  },
  'audit, Who': { at: '/admin/audit', field: async (page) => page.getByLabel('Who') },
  'agenda, title of the meeting': {
    at: agenda,
    field: async (page) => page.getByRole('textbox', { name: 'Title' }).first(),
  },
  'agenda, title of the last item': {
    at: agenda,
    field: async (page) => {
      await page.locator('li > * > button[aria-expanded]').last().click()
      return page.getByRole('textbox', { name: 'Title' }).last()
    },
  },
}

await buildAll()
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
const opened = { small: await openPortal('small'), large: await openPortal('large') }
try {
  console.log(
    `\n${many.files} files, ${many.users} users, ${many.entries} directory entries and an agenda of ${many.items} items ` +
      `against the sample, ${rounds} rounds of ${typed.length * 2} keys, load ${loadavg()[0]!.toFixed(1)}.\n` +
      `From the key to the next paint: median and 95th percentile in ms (goal ${goal}), and the ratio to the sample.\n`,
  )
  for (const [name, { at, field, only }] of Object.entries(fields)) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
    for (const rate of rates) {
      const times: Record<Size, number[]> = { small: [], large: [] }
      for (let round = 0; round < rounds; round += 1) {
        for (const size of only ? [only] : (['small', 'large'] as const)) {
          times[size].push(...(await typeIn(opened[size].context, { at, field, rate })))
        }
      }
      tell(`${name}, CPU ×${rate}`, times)
    }
  }
} finally {
  await browser.close()
  for (const { close } of Object.values(opened)) await close()
}

async function openPortal(size: Size) {
  const dataFolder = mkdtempSync(path.join(tmpdir(), `bench-keystrokes-${size}-`))
  let portal = await runSettledPortal({ port: await getPort(), dataFolder })
  if (size === 'large') {
    await portal.stop()
    await addManyDocuments(dataFolder)
    portal = await runPortal({ port: await getPort(), dataFolder })
    await addManyUsers(portal)
  }
  await addAgenda(portal, size === 'large' ? many.items : fewItems)
  const close = async () => {
    await portal.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 1280, height: 800 },
  })
  context.setDefaultTimeout(stepTimeout)
  await noteKeys(context)
  await signIn(context)
  return { context, close }
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByText('Ruth Abelman').first().click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.close()
}

type Typing = { at: string; field: FieldIn; rate: number }

async function typeIn(context: BrowserContext, { at, field, rate }: Typing): Promise<number[]> {
  const page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  await page.goto(at, { waitUntil: 'networkidle' })
  const box = await field(page)
  await box.click()
  // Lists that are drawn piece by piece are complete then.
  await page.waitForTimeout(1000)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await keyTimes(page)
  await box.pressSequentially(typed, { delay: pause })
  for (let n = 0; n < typed.length; n += 1) await box.press('Backspace', { delay: pause })
  await page.waitForTimeout(pause * rate)
  const times = await keyTimes(page)
  await page.close()
  return times
}

function tell(name: string, { small, large }: Record<Size, number[]>): void {
  const text = (values: number[]) =>
    values.length === 0 ? '–' : `${median(values).toFixed(0)}, ${quantile(values, 0.95).toFixed(0)}`
  const isWithin = quantile(large, 0.95) < goal
  console.log(
    `${isWithin ? 'within' : 'OVER  '}  ${name.padEnd(44)} ${text(large).padStart(9)}   ` +
      `sample ${text(small).padStart(9)}   ${small.length === 0 ? '' : ratioText(large, small)}`,
  )
}
