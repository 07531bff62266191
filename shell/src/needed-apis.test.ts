import { afterEach, expect, it, vi } from 'vitest'
import { warnTooOld } from './needed-apis.ts'

afterEach(() => vi.unstubAllGlobals())

function isWarned(): boolean {
  document.body.innerHTML = '<p class="browser-too-old" hidden>Too old</p>'
  warnTooOld()
  return !document.querySelector<HTMLElement>('.browser-too-old')!.hidden
}

it('warns of a browser only if it lacks what the portal needs', () => {
  expect(isWarned()).toBe(false)
  vi.stubGlobal('URL', { canParse: () => true })
  expect(isWarned()).toBe(false)
  vi.stubGlobal('URL', {})
  expect(isWarned()).toBe(true)
})
