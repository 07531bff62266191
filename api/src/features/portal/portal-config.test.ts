import { expect, it } from 'vitest'
import { parseSettings } from '../../platform/env/env.ts'
import { productionEnv } from '../../platform/env/production-fixture.ts'
import { portalConfigOf } from './portal-service.ts'

it('publishes every setting of the foundation that the contract names, and no other', () => {
  const settings = parseSettings({})
  const named = { logoUrl: '/logo.png' }
  const of = { ...settings.foundation, accent: '#1d4f45', ...named }
  const { foundation } = portalConfigOf({ ...settings, foundation: of })
  const { name, domain, timeZone, liaisonEmail } = settings.foundation
  expect(foundation).toEqual({ name, domain, timeZone, liaisonEmail, ...named })
})

it('publishes the first admin’s address only with local identities and without the sample', () => {
  const identityOf = (env: Record<string, string>) =>
    portalConfigOf(parseSettings(env), {}, []).identity
  const firstAdminEmail = 'ruth.abelman@larkspur.example'
  expect(identityOf({})).toMatchObject({ firstAdminEmail })
  expect(identityOf({})).not.toHaveProperty('sampleAccounts')
  expect(identityOf({ SAMPLE: '1' })).not.toHaveProperty('firstAdminEmail')
  expect(identityOf(productionEnv)).not.toHaveProperty('firstAdminEmail')
})
