import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { journeyResults, type Results } from './test-results.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-results-'))

afterAll(() => rmSync(folder, { recursive: true }))

test('reports a unit suite’s failures with their file, their name and the beginning of their error', () => {
  writeFileSync(
    path.join(folder, 'door.test.js'),
    `let tries = 0
    describe('a door', () => {
      it('opens', () => {})
      it('closes', () => { throw Object.assign(new Error('stuck'), { stack: 'Error: \\n    at early.js' }) })
      it('turns', () => { tries += 1; if (tries === 1) throw new Error('slow') })
      it.skip('flies')
      it('creaks', () => { console.warn('oil me') })
    })
    describe('a gate', () => {
      beforeAll(() => { throw new Error('locked') })
      it('opens', () => {})
    })`,
  )
  writeFileSync(path.join(folder, 'wall.test.js'), `throw new Error('no such wall')`)
  const results = path.join(folder, 'results.json')
  const reporter = path.join(import.meta.dirname, 'unit-reporter.ts')
  const options = ['--globals', '--retry=1', `--reporter=${reporter}`]

  const { status } = spawnSync('vitest', ['run', '--root', folder, ...options], {
    env: { ...process.env, UNIT_RESULTS: results },
  })

  expect(status).toBe(1)
  const { failures, tests, files, ...counts } = JSON.parse(readFileSync(results, 'utf8')) as Results
  expect(counts).toEqual({ passed: 3, failed: 4, skipped: 2 })
  expect(failures.toSorted()).toEqual([
    expect.stringMatching(/^failed: door\.test\.js\n.*locked/),
    expect.stringMatching(/^failed: door\.test\.js printed\n.*oil me/),
    expect.stringMatching(/^failed: door\.test\.js › a door > closes\n.*stuck/),
    expect.stringMatching(/^failed: wall\.test\.js\n.*no such wall/),
    expect.stringMatching(/^flaky: door\.test\.js › a door > turns\n.*slow/),
  ])
  expect(tests.map(({ file, name }) => `${file} › ${name}`)).toEqual([
    'door.test.js › a door > opens',
    'door.test.js › a door > closes',
    'door.test.js › a door > turns',
    'door.test.js › a door > creaks',
  ])
  expect(Object.keys(files).toSorted()).toEqual(['door.test.js', 'wall.test.js'])
})

const file = path.join(folder, 'journeys.json')

test('reports a journey that passed only in the second attempt as flaky', () => {
  writeReport([
    {
      specs: [
        spec('opens', 'expected', []),
        spec('closes', 'flaky', [['Timed out', 'Test ended'], []]),
      ],
    },
    { suites: [{ specs: [spec('turns', 'unexpected', [['first'], ['second']])] }] },
  ])

  expect(journeyResults(file)).toMatchObject({
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: [
      'flaky: journeys/door.spec.ts:7 › closes\n    Timed out',
      'failed: journeys/door.spec.ts:7 › turns\n    first\n    second',
    ],
  })
})

test('reports each project separately, and once why its journeys were skipped', () => {
  const noBrowser = [{ type: 'skip', description: 'WebKit is left out.' }]
  writeReport([
    {
      specs: [
        spec('opens', 'expected', [], { projectName: 'Firefox' }),
        spec('opens', 'skipped', [], { projectName: 'WebKit', annotations: noBrowser }),
        spec('closes', 'unexpected', [['stuck']], { projectName: 'Firefox' }),
        spec('closes', 'skipped', [], { projectName: 'WebKit', annotations: noBrowser }),
      ],
    },
  ])

  expect(journeyResults(file, 'Firefox')).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['failed: journeys/door.spec.ts:7 › closes\n    stuck'],
  })
  expect(journeyResults(file, 'WebKit')).toMatchObject({
    passed: 0,
    failed: 0,
    skipped: 2,
    failures: ['skipped: WebKit is left out.'],
  })
})

test('adds up the seconds of all attempts at a journey, and of the journeys in a file', () => {
  writeReport([
    { specs: [spec('opens', 'flaky', [['slow'], []]), spec('closes', 'expected', [[]])] },
  ])

  const { tests, files } = journeyResults(file)
  expect(tests).toEqual([
    { file: 'e2e/journeys/door.spec.ts', name: 'opens', seconds: 4 },
    { file: 'e2e/journeys/door.spec.ts', name: 'closes', seconds: 2 },
  ])
  expect(files).toEqual({ 'e2e/journeys/door.spec.ts': 6 })
})

function writeReport(suites: object[]): void {
  const complete = suites.map((suite) => ({ specs: [], ...suite }))
  writeFileSync(file, JSON.stringify({ errors: [], suites: complete }))
}

function spec(title: string, status: string, attempts: string[][], more: object = {}): object {
  const results = attempts.map((messages) => ({
    duration: 2000,
    errors: messages.map((message) => ({ message })),
  }))
  const outcome = { status, results, annotations: [], ...more }
  return { file: 'journeys/door.spec.ts', line: 7, title, tests: [outcome] }
}
