import { createGateRunner } from './gate-runner.ts'
import { gateApi } from './gate-api.ts'
import { runnerKey } from './runner-key.ts'
import { createTrials } from './trials.ts'

/** The runner in a separate process, with a script instead of the browser's. Arguments: the script and a cache folder. */
const [trialScript, cache] = process.argv.slice(2) as [string, string]
const api = gateApi({ url: process.env['PORTAL_URL']!, key: runnerKey(process.env) })
const trials = createTrials({ api, cache, process: trialScript })
const never = new AbortController().signal
await createGateRunner({ api, trials, name: 'one:1', say: console.log }).run(never)
