import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { unitResults } from './test-results.ts'

/** Writes Vitest's results to the file in `UNIT_RESULTS`, for the end of a whole test run. */
export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    writeFileSync(process.env['UNIT_RESULTS']!, JSON.stringify(unitResults(modules, unhandled)))
  }
}
