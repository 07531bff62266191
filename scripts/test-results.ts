import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type {
  JSONReport,
  JSONReportSpec,
  JSONReportSuite,
  JSONReportTest,
} from '@playwright/test/reporter'
import type { JsonTestResult, JsonTestResults } from 'vitest/node'

/** What a suite ran, and a few lines for each of its tests that failed or passed only the second time. */
export type Results = { passed: number; failed: number; skipped: number; told: string[] }

/** How many lines of an error are told again at the end of a run. */
const errorLines = 12

/** Reads what Vitest's JSON reporter has left. */
export function unitResults(file: string): Results {
  const results = JSON.parse(readFileSync(file, 'utf8')) as JsonTestResults
  return {
    passed: results.numPassedTests,
    // A file that doesn't load fails as a suite, without a test in it.
    failed: Math.max(results.numFailedTests, results.numFailedTestSuites > 0 ? 1 : 0),
    skipped: results.numPendingTests,
    told: results.testResults.flatMap(failedUnits),
  }
}

function failedUnits({ name, status, message, assertionResults }: JsonTestResult): string[] {
  const file = path.relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [told('failed', file, message)] : []
  return failed.map(({ fullName, failureMessages }) =>
    told('failed', `${file} › ${fullName}`, failureMessages?.join('\n') ?? ''),
  )
}

/** Reads what Playwright's JSON reporter has left. */
export function journeyResults(file: string): Results {
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    told: [
      ...errors.map(({ message }) => told('failed', 'outside of a journey', message ?? '')),
      ...suites.flatMap(failedJourneys),
    ],
  }
}

function failedJourneys({ specs, suites = [] }: JSONReportSuite): string[] {
  const own = specs.flatMap((spec) => spec.tests.flatMap((test) => failedJourney(spec, test)))
  return [...own, ...suites.flatMap(failedJourneys)]
}

function failedJourney({ file, line, title }: JSONReportSpec, test: JSONReportTest): string[] {
  if (test.status !== 'unexpected' && test.status !== 'flaky') return []
  const errors = test.results.flatMap((result) => result.errors.slice(0, 1))
  const how = test.status === 'flaky' ? 'flaky' : 'failed'
  return [told(how, `${file}:${line} › ${title}`, errors.map((error) => error.message).join('\n'))]
}

function told(how: 'failed' | 'flaky', test: string, error: string): string {
  const lines = stripVTControlCharacters(error).trim().split('\n').slice(0, errorLines)
  return [`${how}: ${test}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
