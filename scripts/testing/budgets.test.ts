import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { cpuBudgets, exceeded, slowest, slowTests } from './budgets.ts'

const timed = (name: string, seconds: number) => ({ file: 'a.test.ts', name, seconds })
const suite = Object.keys(cpuBudgets)[0]!

it('accepts a suite within its budget, and tests of 45 seconds', () => {
  expect(exceeded([{ suite, cpu: cpuBudgets[suite]!, tests: [timed('waits', 45)] }])).toEqual([])
})

it('reports a suite that takes more CPU time than its budget', () => {
  expect(exceeded([{ suite, cpu: cpuBudgets[suite]! + 1, tests: [] }])).toEqual([
    expect.stringMatching(`^${suite} took \\d+ s of CPU time; its budget is \\d+ s\\.$`),
  ])
})

it('reports a test of more than 45 seconds', () => {
  expect(exceeded([{ suite, cpu: 1, tests: [timed('waits', 46)] }])).toEqual([
    'a.test.ts › waits took 46 s; a test may take 45 s.',
  ])
})

it('accepts more on a slower machine', () => {
  const spent = [{ suite, cpu: cpuBudgets[suite]! * 1.5, tests: [timed('waits', 80)] }]
  expect(exceeded(spent)).toHaveLength(2)
  expect(exceeded(spent, 2)).toEqual([])
})

it('lists the slowest tests of all suites, the slowest first', () => {
  const spent = [
    { suite, cpu: 1, tests: [timed('waits', 3), timed('runs', 1)] },
    { suite: 'Other', cpu: 1, tests: [timed('sleeps', 9)] },
  ]
  expect(slowest(spent, 2).map(({ name }) => name)).toEqual(['sleeps', 'waits'])
})

it.each(Object.keys(slowTests))('names a test that exists: %s', (title) => {
  const [file, ...names] = title.split(' › ')
  const source = readFileSync(path.resolve(import.meta.dirname, '../..', file!), 'utf8')
  expect(source).toContain(names.at(-1))
})
