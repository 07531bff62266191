import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { composedRelease } from '../composed-release-fixture.ts'
import { keepBuiltIns } from '../frame-integrity.ts'
import { addMounted } from '../mounted-releases.ts'
import { startWatching } from './start-watching.ts'

let forget: () => void
// Before the test's clock is put back, which is a built-in too.
afterEach(() => forget())

it('puts built-ins back before it loads the watch, because loading uses them', () => {
  forget = keepBuiltIns()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  const release = composedRelease()
  onTestFinished(addMounted({ release, isCandidate: false, route: '/', fail: vi.fn() }))
  const { parse } = JSON
  JSON.parse = () => undefined
  const onFault = vi.fn()
  const tab = { call: vi.fn(), report: vi.fn(), onFollowed: vi.fn(), onFault, isUsual: false }
  const end = startWatching({ ...tab, session: '1', composition: '1', preview: undefined })
  expect(JSON.parse).toBe(parse)
  expect(onFault).toHaveBeenCalledExactlyOnceWith(release, expect.any(Error))
  end()
})
