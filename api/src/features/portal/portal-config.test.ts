import { expect, it } from 'vitest'
import { parseSettings } from '../../platform/env/env.ts'
import { portalConfigOf } from './portal-config.ts'

it('publishes every setting of the foundation that the contract names, and no other', () => {
  const settings = parseSettings({})
  const named = { logoUrl: '/logo.png' }
  const of = { ...settings.foundation, accent: '#1d4f45', ...named }
  const { foundation } = portalConfigOf({ ...settings, foundation: of })
  const { name, domain, timeZone, liaisonEmail } = settings.foundation
  expect(foundation).toEqual({ name, domain, timeZone, liaisonEmail, ...named })
})
