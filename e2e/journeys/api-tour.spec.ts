import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { gateRunnerKey } from '../support/gate-runner.ts'
import { expect, test } from '../support/fixtures.ts'

const docs = path.resolve(import.meta.dirname, '../../docs')
const run = promisify(execFile)

type Described = { paths: Record<string, Record<string, object>> }

/**
 * The endpoints that the portal itself lists, like `GET /api/documents/{id}`. One for any meeting is the same as that for
 * a quarter.
 */
async function endpointsOf(url: string): Promise<string[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as Described
  const listed = Object.entries(paths).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
  )
  return listed.filter(
    (name) =>
      !name.includes('{meeting}') ||
      !listed.includes(name.replace('{meeting}', '{year}/{quarter}')),
  )
}

/**
 * What the tour calls without success, which takes more than its portal has: a mail that failed, a meeting with a time and
 * a body with terms, or a passage of a paper. The suites of these features have it.
 */
const refusedInTheTour = [
  'POST /api/mails/{id}/send-again',
  'POST /api/notices/{meeting}/formal',
  'PUT /api/notices/{meeting}/waivers/{person}',
  'GET /api/agendas/{year}/{quarter}/questions/{id}/place',
  'PUT /api/own-replies/{meeting}',
  'GET /api/all-meetings/{meeting}/replies',
  'PUT /api/all-meetings/{meeting}/replies/{person}',
  'POST /api/all-meetings/{meeting}/reply-requests',
]

test('the curl tour calls every endpoint', { tag: '@long' }, async ({ ownPortal }) => {
  test.setTimeout(600_000)
  const portal = await ownPortal()
  const endpoints = await endpointsOf(portal.url)
  expect(endpoints.length).toBeGreaterThan(30)
  for (const _ of ['on a new portal', 'over what it left']) {
    const { stdout } = await run('bash', [path.join(docs, 'api-tour.sh')], {
      env: {
        ...process.env,
        PORTAL: portal.url,
        GATE_RUNNER_KEY: gateRunnerKey,
        DRIVE: path.join(portal.dataFolder, 'drive'),
      },
    })
    expect(stdout).toContain('every answer was the expected one')
    const done = stdout.split('\n').filter((line) => /^\d{3} /.test(line))
    const undone = endpoints.filter((endpoint) => {
      const pattern = endpoint.replace(/\{\w+\}/g, '[^/?]+')
      // Another service signs people in here.
      const isAny = endpoint.includes(' /api/identity/') || refusedInTheTour.includes(endpoint)
      const status = isAny ? '\\d{3}' : '2\\d\\d'
      return !done.some((line) => new RegExp(`^${status} ${pattern}(\\?.*)?$`).test(line))
    })
    expect(undone).toEqual([])
  }
})

test('the reference page shows the description without breaking its own policy', async ({
  page,
  complaints,
}) => {
  await page.goto('/api/docs')
  await expect(page.getByText('Board Portal API').first()).toBeVisible()
  await expect(page.getByText('Merges a change into a slot’s mapping.').first()).toBeVisible()
  expect(complaints).toEqual([])
})
