import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { journeyResults, unitResults } from './test-results.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'board-portal-results-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function kept(results: object): string {
  const file = path.join(folder, 'results.json')
  writeFileSync(file, JSON.stringify(results))
  return file
}

test('a failed test is told with its file, its name and the beginning of its error', () => {
  const file = kept({
    numPassedTests: 4,
    numFailedTests: 1,
    numFailedTestSuites: 2,
    numPendingTests: 1,
    testResults: [
      {
        name: path.resolve('api/src/dates.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'quarters end', status: 'passed', failureMessages: [] },
          {
            fullName: 'quarters begin',
            status: 'failed',
            failureMessages: ['\u001b[31mExpected 1'],
          },
        ],
      },
    ],
  })

  expect(unitResults(file)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 1,
    told: ['failed: api/src/dates.test.ts › quarters begin\n    Expected 1'],
  })
})

test('a file that doesn’t load is one failure', () => {
  const file = kept({
    numPassedTests: 4,
    numFailedTests: 0,
    numFailedTestSuites: 1,
    numPendingTests: 0,
    testResults: [
      {
        name: path.resolve('api/src/dates.test.ts'),
        status: 'failed',
        message: 'no such module',
        assertionResults: [],
      },
    ],
  })

  expect(unitResults(file)).toMatchObject({
    failed: 1,
    told: ['failed: api/src/dates.test.ts\n    no such module'],
  })
})

test('a journey that passed only the second time is told as flaky', () => {
  const file = kept({
    stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [],
    suites: [
      {
        specs: [
          spec('opens', 'expected', []),
          spec('closes', 'flaky', [['Timed out', 'Test ended'], []]),
        ],
        suites: [{ specs: [spec('turns', 'unexpected', [['first'], ['second']])] }],
      },
    ],
  })

  expect(journeyResults(file)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    told: [
      'flaky: journeys/door.spec.ts:7 › closes\n    Timed out',
      'failed: journeys/door.spec.ts:7 › turns\n    first\n    second',
    ],
  })
})

function spec(title: string, status: string, attempts: string[][]): object {
  const results = attempts.map((messages) => ({ errors: messages.map((message) => ({ message })) }))
  return { file: 'journeys/door.spec.ts', line: 7, title, tests: [{ status, results }] }
}
