import type { PortalConfig, PortalReply } from '@portal/contract/portal'
import { brandOf, frameTexts, helpLines } from '@portal/domain/frame-parts'
import { expect, it } from 'vitest'
import { firstPaint } from './first-paint.ts'

const wide = { logoUrl: '/api/branding/logo', logoSize: { width: 300, height: 100 } }
const square = { logoUrl: '/api/branding/logo', logoSize: { width: 100, height: 100 } }

function painted(own: Partial<PortalConfig['foundation']>) {
  const liaisonEmail = 'liaison@larkspur.example'
  const foundation = { name: 'Larkspur', timeZone: 'UTC', liaisonEmail, ...own }
  const reply = {
    config: { foundation },
    person: { displayName: 'Ada Example' },
    composition: { id: '1', remotes: [] },
  } as unknown as PortalReply
  const html = firstPaint(reply, new URL('https://portal.example/'), new Date(0))
  return { foundation, html }
}

it.each([
  ['no logo', {}],
  ['a square logo', square],
  ['a wide logo', wide],
  ['a wide logo of its portal', { ...wide, name: frameTexts.name }],
])('shows the mark and the name as the shell does: %s', (_, own) => {
  const { foundation, html } = painted(own)
  const { logo, name } = brandOf(foundation, frameTexts.name)
  const brand = /<div class="brand">(.*?)<\/div>/.exec(html)![1]!
  expect(brand.includes('<img')).toBe(logo !== undefined)
  expect(/<b>(.*)<\/b>/.exec(brand)?.[1]).toBe(name)
  const folded = brandOf(foundation, frameTexts.name, { markOnly: true })
  expect(/class="mark"[^>]*>(.*?)</.exec(brand)?.[1]).toBe(folded.initial)
})

it('shows every line of help', () => {
  const { foundation, html } = painted({})
  const footer = /<footer>(.*?)<\/footer>/.exec(html)![1]!
  const shown = footer.split('<br>').map((line) => line.replaceAll(/<[^>]*>/g, ''))
  expect(shown).toEqual(helpLines(foundation).map(({ text, link }) => `${text} ${link.label}`))
})
