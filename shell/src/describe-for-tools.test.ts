import { expect, it } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { describeForTools } from './describe-for-tools.ts'

it('shows the host with each release that it loaded, and what that release exposes', () => {
  const tools: NonNullable<Parameters<typeof describeForTools>[3]> = { moduleInfo: {} }
  const meetings = 'http://localhost:3011/container.js'
  const directory = 'http://localhost:3000/remotes/directory/2/container.js?retry=1'
  describeForTools(
    'shell',
    composedRelease({ name: 'meetings', version: '1.2.0' }),
    meetings,
    tools,
  )
  describeForTools('shell', composedRelease({ name: 'directory', release: '2' }), directory, tools)
  expect(tools.moduleInfo).toMatchObject({
    shell: {
      remotesInfo: {
        meetings_1: { matchedVersion: meetings },
        directory_2: { matchedVersion: directory },
      },
    },
    [`meetings_1:${meetings}`]: {
      version: '1.2.0',
      globalName: 'meetings_1',
      publicPath: 'http://localhost:3011/',
      remoteEntry: 'container.js',
      modules: [{ moduleName: 'remote' }],
    },
    [`directory_2:${directory}`]: {
      publicPath: 'http://localhost:3000/remotes/directory/2/',
      remoteEntry: 'container.js?retry=1',
    },
  })
})
