import { expect, test } from '../support/fixtures.ts'
import type { ProductionPortal } from '../support/production-portal.ts'

/** U+212A (Kelvin sign): its Unicode lower case is k. */
const kelvin = '\u212a'

// One worker: all of them use one portal.
test.describe.configure({ mode: 'default' })

let portal: ProductionPortal
test.beforeAll(async ({ productionPortal }) => {
  portal = await productionPortal({ DEFAULT_ADMIN_EMAIL: 'anika.kern@larkspur.example' })
})
test.afterAll(() => portal.stop())

const statusOf = async (email: string, path: string) => {
  const headers = { authorization: `Bearer ${portal.tokenOf({ email })}` }
  return (await fetch(`${portal.url}${path}`, { headers })).status
}

test('the admin’s own address opens the audit', { tag: '@long' }, async () => {
  expect(await statusOf('Anika.Kern@larkspur.example', '/api/audit')).toBe(200)
})

for (const email of [
  `ani${kelvin}a.kern@larkspur.example`,
  `anika.kern@lar${kelvin}spur.example`,
  'anika.kern\u0000@larkspur.example',
  'anika.kern@larkspur.example\u0000',
  'anika.kern\ud800@larkspur.example',
]) {
  test(`${JSON.stringify(email)} is neither an admin nor a member`, { tag: '@long' }, async () => {
    expect(await statusOf(email, '/api/audit')).toBe(403)
    expect(await statusOf(email, '/api/portal')).toBe(403)
  })
}
