import { expect, test } from '../support/fixtures.ts'
import { admin, type ProductionPortal } from '../support/production-portal.ts'

test.describe('in production mode', () => {
  let portal: ProductionPortal
  test.beforeAll(async ({ productionPortal }) => {
    portal = await productionPortal({}, { 'Bylaws.txt': Buffer.from('The bylaws.') })
  })
  test.afterAll(() => portal.stop())

  test(
    'a sign-out ends the token and the cookie, and clears the browser’s cache',
    { tag: '@long' },
    async ({ page }) => {
      const token = portal.tokenOf(admin)
      await page.goto(`${portal.url}/login`)
      type Init = Pick<RequestInit, 'method' | 'cache' | 'mode'> & {
        headers?: Record<string, string>
      }
      const ask = (path: string, init: Init = {}) =>
        page.evaluate(
          async ([address, options]: readonly [string, Init]) => {
            try {
              const response = await fetch(address, options)
              return { status: response.status, text: await response.text() }
            } catch (error) {
              return { status: 0, text: String(error) }
            }
          },
          [path, init] as const,
        )
      const headers = { authorization: `Bearer ${token}` }
      await ask('/api/auth/token', { method: 'POST', headers })
      await ask('/api/sync/trigger', { method: 'POST', headers })
      const papers = async () =>
        JSON.parse((await ask('/api/documents', { headers })).text) as { id: string }[]
      await expect.poll(async () => (await papers()).length).toBe(1)
      const content = `/api/documents/${(await papers())[0]!.id}/content`
      // With the cookie, like the page's own downloads.
      expect(await ask(content)).toEqual({ status: 200, text: 'The bylaws.' })
      const fromCache: Init = { cache: 'only-if-cached', mode: 'same-origin' }
      expect(await ask(content, fromCache)).toEqual({ status: 200, text: 'The bylaws.' })

      expect((await ask('/api/auth/token', { method: 'DELETE', headers })).status).toBe(204)
      expect((await ask(content, { headers, cache: 'no-store' })).status).toBe(401)
      const cookie = `__session=${token}`
      expect((await fetch(`${portal.url}${content}`, { headers: { cookie } })).status).toBe(401)
      expect((await ask(content, fromCache)).status).not.toBe(200)
    },
  )
})

test('Sign Out leaves no paper in the browser, no valid token, and nothing of the page', async ({
  page,
  signIn,
  ownPortal,
}) => {
  const portal = await ownPortal()
  await signIn('member', { url: portal.url })
  const content = await page.evaluate(async () => {
    const [first] = (await (await fetch('/api/documents')).json()) as { id: string }[]
    const path = `/api/documents/${first!.id}/content`
    await (await fetch(path)).arrayBuffer()
    ;(globalThis as { ofTheFirstReader?: true }).ofTheFirstReader = true
    return path
  })
  const fromCache = () =>
    page.evaluate(async (path) => {
      const init: RequestInit = { cache: 'only-if-cached', mode: 'same-origin' }
      return fetch(path, init).then(
        ({ status }) => status,
        () => 0,
      )
    }, content)
  expect(await fromCache()).toBe(200)
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === '__session')!.value

  await page.getByRole('button', { name: /Maria Lopez/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.waitForFunction(() => !('ofTheFirstReader' in globalThis))
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  expect(await fromCache()).not.toBe(200)
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${portal.url}${content}`, { headers })).status).toBe(401)
})
