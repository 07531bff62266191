import { expect, it } from 'vitest'
import { traceClicks } from './click-traces.ts'

it('gives the requests of a click one trace with separate spans, and the next click a new trace', () => {
  const traceparent = traceClicks()
  document.body.click()
  const own = [traceparent(), traceparent()].map((header) => header.split('-'))
  for (const [version, trace, span, flags] of own) {
    expect([version, flags]).toEqual(['00', '01'])
    expect(trace).toMatch(/^[0-9a-f]{32}$/)
    expect(span).toMatch(/^[0-9a-f]{16}$/)
  }
  expect(own[0]![1]).toBe(own[1]![1])
  expect(own[0]![2]).not.toBe(own[1]![2])
  document.body.click()
  expect(traceparent().split('-')[1]).not.toBe(own[0]![1])
})
