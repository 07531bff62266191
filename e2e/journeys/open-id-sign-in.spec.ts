import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import getPort from 'get-port'
import { startProvider } from '../../api/src/adapters/portal/provider-fixture.ts'
import { portalSettings } from '../../scripts/portal.ts'
import { expect, test } from '../support/fixtures.ts'

const domain = 'heather.example'
const liaison = { sub: 'liaison', email: `liaison@${domain}`, name: 'Robin Ash' }

/** Presses the button of the provider, whose window closes by itself. */
async function signIn(page: Page) {
  const closed = page.waitForEvent('popup').then((popup) => popup.waitForEvent('close'))
  await page.getByRole('button', { name: 'Sign in with Heather' }).click()
  await closed
}

test('the first admin signs in through a trusted OpenID provider, a stranger doesn’t, and no Firebase code is loaded', async ({
  page,
  portalHost,
}) => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'board-portal-open-id-'))
  const port = await getPort()
  const url = `http://localhost:${port}`
  const provider = await startProvider(`${url}/api/identity/issuer/return`)
  const { issuer, clientId, clientSecret } = provider.settings
  const env = {
    SAMPLE: 'false',
    IDENTITY: 'portal',
    PUBLIC_URL: url,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Heather',
    TRUSTED_ISSUER: issuer,
    FOUNDATION_NAME: 'Heather Trust',
    FOUNDATION_DOMAIN: domain,
    DEFAULT_ADMIN_EMAIL: liaison.email,
  }
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  const portal = await portalHost().start(portalSettings({ port, dataFolder, env }, undefined))
  try {
    await page.goto(url)
    await signIn(page)
    await expect(page.getByRole('alert')).toBeVisible()

    provider.choose({ sub: 'stranger', email: 'robin.ash@other.example' })
    await signIn(page)
    await expect(page.getByRole('alert')).toContainText('Access restricted to @heather.example')

    provider.choose(liaison)
    await signIn(page)
    const admin = page.getByRole('link', { name: 'Admin', exact: true })
    await expect(admin).toBeVisible()
    await page.reload()
    await admin.click()
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  } finally {
    await portal.stop()
    await provider.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((script) => /firebase/i.test(script))).toEqual([])
})
