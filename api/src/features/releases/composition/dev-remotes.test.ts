import { once } from 'node:events'
import { createServer } from 'node:http'
import { getPortal } from '@portal/contract/portal'
import { expect, it } from 'vitest'
import { testApi } from '../../../testing/test-api.ts'

it('requests development servers each time, and skips those that are down', async () => {
  let release = 'dev-1'
  const server = createServer((_, response) => {
    response.end(
      JSON.stringify({
        name: 'meetings',
        contract: 1,
        routes: ['/meetings'],
        navigation: [],
        slots: [],
        audience: 'members',
        release,
        version: '1.0.0',
        entry: 'container.js',
        global: 'meetings_dev',
        shared: {},
        files: [],
        preload: {},
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const api = await testApi({
    env: { DEV_REMOTES: `meetings@${url},directory@http://127.0.0.1:9` },
  })
  const composed = async () => {
    const { composition } = await api.call('member')(getPortal)
    return composition.remotes.map(({ releases }) => [releases[0]?.release, releases[0]?.base])
  }
  expect(await composed()).toEqual([['dev-1', `${url}/`]])
  release = 'dev-2'
  expect(await composed()).toEqual([['dev-2', `${url}/`]])
  expect(api.logged.some((line) => line.includes('directory'))).toBe(true)
  server.close()
  await api.close()
})
