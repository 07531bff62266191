import { promoteRelease, savePolicy } from '@portal/contract/pointers'
import { expect, it, vi } from 'vitest'
import { listen } from '../../../platform/http/listen.ts'
import { testApi, testPeople } from '../../../testing/test-api.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'

it('lets a slow backend hold up neither other people nor the rest of the portal', async () => {
  const waiting: (() => void)[] = []
  let isSlow = true
  const send = async () => {
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
    return Response.json({ is: 'late' })
  }
  const api = await testApi({
    env: { PORT: '0', DRAIN_GRACE: '0', MAX_REQUESTS: '4' },
    ports: { backends: { send } },
  })
  const params = { remote: 'news' }
  await (await machineOf(api, 'news')).publish(publishedBuild({ name: 'news' }))
  await api.call('admin')(promoteRelease, {
    params,
    body: { release: '1.0.0-a', step: '100', reason: 'It is time', anyway: true },
    revision: 'new',
  })
  const backend = { origin: 'http://localhost:4000' }
  await api.call('admin')(savePolicy, {
    params,
    body: { approval: 'once', stepMinutes: 60, backend },
    revision: 'new',
  })
  const server = await listen(api.app, api.settings)
  const ask = (as: 'member' | 'staff') =>
    fetch(`${server.url}/api/remotes/news/slow`, {
      headers: { authorization: `Bearer ${api.tokenFor(testPeople[as])}` },
    })

  const own = Array.from({ length: 3 }, () => ask('member'))
  await vi.waitFor(() => expect(waiting).toHaveLength(3))
  own.push(...Array.from({ length: 3 }, () => ask('member')))
  await vi.waitFor(() => expect(waiting).toHaveLength(6))
  // The seventh of one person waits for the others, and nobody else does.
  own.push(ask('member'))
  const another = ask('staff')
  await vi.waitFor(() => expect(waiting).toHaveLength(7))
  // More requests wait than the portal answers at once.
  expect((await fetch(`${server.url}/api/config`)).status).toBe(200)

  isSlow = false
  for (const answer of waiting) answer()
  for (const response of await Promise.all([...own, another])) {
    expect(await response.json()).toEqual({ is: 'late' })
  }
  await server.stop()
  await api.close()
})
