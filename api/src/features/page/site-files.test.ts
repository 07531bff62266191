import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const noon = new Date('2026-11-24T12:00:00Z')

let api: TestApi
beforeAll(async () => {
  api = await testApi({ now: () => noon, env: { LIAISON_EMAIL: 'liaison@larkspur.example' } })
})
afterAll(() => api.close())

it('asks robots to stay away', async () => {
  const response = await api.request('/robots.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe('User-agent: *\nDisallow: /\n')
})

it('names the liaison by default as the contact for vulnerabilities, valid for half a year', async () => {
  const response = await api.request('/.well-known/security.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe(
    'Contact: mailto:liaison@larkspur.example\nExpires: 2027-05-23T00:00:00.000Z\nPreferred-Languages: en\n',
  )
})

it('names the contact from the settings', async () => {
  const SECURITY_CONTACT = 'https://larkspur.example/security'
  const other = await testApi({ env: { SECURITY_CONTACT } })
  const response = await other.request('/.well-known/security.txt')
  expect(await response.text()).toContain(`Contact: ${SECURITY_CONTACT}\n`)
  await other.close()
})
