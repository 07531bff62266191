import { expect, it } from 'vitest'
import { brandingCheck } from './shell-check.ts'
import { runChecks } from './finding.ts'

const config = { logoSize: { width: 720, height: 240 }, signInPictureUrl: '/branding/x.webp' }
const schemes = { light: { accent: '#896500' }, dark: { accent: '#f2b600' } }
const yellow = { given: '#f2b600', schemes, adjusted: ['light' as const] }
const branding = { config, accent: undefined, isLogoPale: false }

async function check(other: object) {
  const [finding] = await runChecks([
    brandingCheck({ open: async () => ({ ...branding, ...other }) }),
  ])
  return finding
}

it('reports what is shown, and what the accent was adapted to', async () => {
  expect(await check({ accent: yellow })).toMatchObject({
    verdict: 'ok',
    message:
      'logo of 720 × 240 px, a sign-in picture, accent #f2b600, adapted to be readable: #896500 in light mode',
  })
  expect(await check({ config: {}, accent: { ...yellow, adjusted: [] } })).toMatchObject({
    message: 'no logo, so a monogram, no sign-in picture, accent #f2b600',
  })
})

it('warns of a logo that can’t be seen on white', async () => {
  expect(await check({ isLogoPale: true })).toMatchObject({
    verdict: 'caution',
    message: expect.stringContaining('FOUNDATION_LOGO is almost white'),
  })
})

it('fails with the sentence about a file that can’t be used', async () => {
  const open = () => Promise.reject(new Error('/logo.svg must be a PNG.'))
  const findings = await runChecks([brandingCheck({ open })])
  expect(findings).toEqual([
    { part: 'branding', verdict: 'wrong', message: '/logo.svg must be a PNG.' },
  ])
})
