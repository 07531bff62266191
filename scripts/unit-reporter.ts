import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node'
import { unitResults } from './test-results.ts'

type ConsoleLog = Parameters<NonNullable<Reporter['onUserConsoleLog']>>[0]

/**
 * Writes Vitest's results to the file in `UNIT_RESULTS`, for the end of a whole test run. A test that prints something
 * fails the run: output that nobody reads hides the output that matters.
 */
export default class UnitReporter implements Reporter {
  #vitest: Vitest | undefined
  #printed: { file: string; text: string }[] = []

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onUserConsoleLog({ taskId, content }: ConsoleLog): void {
    const task = taskId === undefined ? undefined : this.#vitest?.state.idMap.get(taskId)
    this.#printed.push({ file: task?.file.name ?? 'outside of a test', text: content })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const results = unitResults(modules, unhandled, this.#printed)
    writeFileSync(process.env['UNIT_RESULTS']!, JSON.stringify(results))
  }
}
