import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type {
  JSONReport,
  JSONReportSpec,
  JSONReportSuite,
  JSONReportTest,
} from '@playwright/test/reporter'
import type { SerializedError, TestCase, TestModule, TestState } from 'vitest/node'

/** `file` is relative to the root of the workspace; `seconds` includes all attempts. */
export type TimedTest = { file: string; name: string; seconds: number }

/** The results of a suite, and a few lines for each test that failed or was flaky. */
export type Results = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  /** The tests that ran. */
  tests: TimedTest[]
  /** Seconds by test file, with its imports and hooks. */
  files: Record<string, number>
}

type How = 'failed' | 'flaky'

/** How many lines of an error are repeated at the end of a run. */
const errorLines = 30

/** Collects Vitest's results, including unhandled errors, files that don't load, and what tests printed. */
export function unitResults(
  modules: readonly TestModule[],
  unhandled: readonly SerializedError[],
  printed: readonly { file: string; text: string }[],
): Results {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const count = (state: TestState) => tests.filter((test) => test.result().state === state).length
  const outside = [
    ...modules.flatMap((module) =>
      [module, ...module.children.allSuites()].flatMap((around) =>
        around
          .errors()
          .map((error) => failureText('failed', module.relativeModuleId, textOf(error))),
      ),
    ),
    ...unhandled.map((error) => failureText('failed', 'outside of a test', error.message)),
    ...printed.map(({ file, text }) => failureText('failed', `${file} printed`, text)),
  ]
  return {
    passed: count('passed'),
    failed: count('failed') + outside.length,
    skipped: count('skipped'),
    failures: [...outside, ...tests.flatMap(failedUnit)],
    tests: tests
      .filter((test) => test.result().state !== 'skipped')
      .map((test) => ({
        file: test.module.relativeModuleId,
        name: test.fullName,
        seconds: (test.diagnostic()?.duration ?? 0) / 1000,
      })),
    files: Object.fromEntries(
      modules.map((module) => {
        const { setupDuration, collectDuration, duration } = module.diagnostic()
        return [module.relativeModuleId, (setupDuration + collectDuration + duration) / 1000]
      }),
    ),
  }
}

function failedUnit(test: TestCase): string[] {
  const { state, errors } = test.result()
  const isFlaky = test.diagnostic()?.flaky
  if (state !== 'failed' && !isFlaky) return []
  const name = `${test.module.relativeModuleId} › ${test.fullName}`
  return [failureText(isFlaky ? 'flaky' : 'failed', name, (errors ?? []).map(textOf).join('\n'))]
}

/**
 * With the difference of what was compared, which the stack leaves out. The stack of a pdf.js error is of the moment when
 * its class was made, and has no message.
 */
function textOf({ name, stack, message, diff }: SerializedError): string {
  const text = stack?.includes(message) ? stack : [`${name}: ${message}`, stack].join('\n')
  return typeof diff === 'string' ? `${text}\n${diff}` : text
}

/** Reads the output of Playwright's JSON reporter: all of it, or one of its projects. */
export function journeyResults(file: string, project?: string): Results {
  const { suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport
  const journeys = suites
    .flatMap(journeysOf)
    .filter(({ test }) => project === undefined || test.projectName === project)
  const count = (...states: JSONReportTest['status'][]) =>
    journeys.filter(({ test }) => states.includes(test.status)).length
  const tests = journeys
    .filter(({ test }) => test.status !== 'skipped')
    .map(({ spec, test }) => ({
      file: `e2e/${spec.file}`,
      name: spec.title,
      seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    }))
  return {
    passed: count('expected', 'flaky'),
    failed: count('unexpected'),
    skipped: count('skipped'),
    failures: [
      ...errors.map(({ message }) => failureText('failed', 'outside of a journey', message ?? '')),
      ...journeys.flatMap(failedJourney),
      ...leftOut(journeys),
    ],
    tests,
    files: secondsByFile(tests),
  }
}

function secondsByFile(tests: TimedTest[]): Record<string, number> {
  const seconds: Record<string, number> = {}
  for (const test of tests) seconds[test.file] = (seconds[test.file] ?? 0) + test.seconds
  return seconds
}

type Journey = { spec: JSONReportSpec; test: JSONReportTest }

function journeysOf({ specs, suites = [] }: JSONReportSuite): Journey[] {
  const own = specs.flatMap((spec) => spec.tests.map((test) => ({ spec, test })))
  return [...own, ...suites.flatMap(journeysOf)]
}

/** Why journeys were skipped, each reason once. */
function leftOut(journeys: Journey[]): string[] {
  const reasons = journeys
    .filter(({ test }) => test.status === 'skipped')
    .flatMap(({ test }) => test.annotations.map(({ description }) => description))
    .filter((reason) => reason !== undefined)
  return [...new Set(reasons)].map((reason) => `skipped: ${reason}`)
}

function failedJourney({ spec: { file, line, title }, test }: Journey): string[] {
  if (test.status !== 'unexpected' && test.status !== 'flaky') return []
  const errors = test.results.flatMap((result) => result.errors.slice(0, 1))
  const how = test.status === 'flaky' ? 'flaky' : 'failed'
  return [
    failureText(how, `${file}:${line} › ${title}`, errors.map((error) => error.message).join('\n')),
  ]
}

function failureText(how: How, test: string, error: string): string {
  const lines = stripVTControlCharacters(error)
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at .*(node:|node_modules|<anonymous>)/.test(line))
    .slice(0, errorLines)
  return [`${how}: ${test}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
