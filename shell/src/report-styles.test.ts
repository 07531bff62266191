import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportBrokenStyles } from './report-styles.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
})

const loaded = { cssRules: ['main { margin: 0 }'] }

function addSheet(address: string, sheet: object | null) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  document.head.append(link)
  Object.defineProperties(link, {
    href: { value: new URL(address, location.href).href },
    sheet: { value: sheet },
  })
  return link
}

it('reports style sheets of the shell that didn’t load, at the start and later', () => {
  const report = vi.fn()
  addSheet('/assets/shell.0123.css', { cssRules: [] })
  addSheet('/assets/components.0123.css', loaded)
  const ofRemote = addSheet('/remotes/meetings/1.0.0-a/styles.css', loaded)
  addSheet('https://elsewhere.example/extension.css', null)
  reportBrokenStyles(report)
  addSheet('/assets/viewer.0123.css', loaded).dispatchEvent(new Event('error'))
  ofRemote.dispatchEvent(new Event('error'))
  // A page that is being left doesn't get any further.
  expect(report).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  expect(report.mock.calls.map(([{ message }]) => message)).toEqual([
    'The style sheet /assets/shell.0123.css could not be loaded',
    'The style sheet /assets/viewer.0123.css could not be loaded',
  ])
})
