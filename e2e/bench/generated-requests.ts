import { sendRequests } from '../../api/generated-requests/send-requests.ts'

/**
 * Requests drawn from the contract's schemas, sent through the app in one process: valid, nearly valid and hostile.
 * Fails at the first answer that isn't what is promised, and names the seed that finds it again.
 * `REQUESTS=1000000 SEED=7 node e2e/bench/generated-requests.ts`
 */
const count = Number(process.env['REQUESTS'] ?? 1_000_000)
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

console.log(`${count} requests, seed ${seed}`)
const before = performance.now()
const sent = await sendRequests({ count, seed })
const seconds = (performance.now() - before) / 1000

const statuses = Object.entries(sent.byStatus).map(([status, times]) => `${status}: ${times}`)
console.log(
  `${sent.count} answers in ${seconds.toFixed(1)} s, ${Math.round(sent.count / seconds)} a second; ` +
    `by status ${statuses.join(', ')}`,
)
console.log(
  `${sent.succeeded.size} of ${sent.endpoints} endpoints have done what was asked of them`,
)
if (sent.failure !== undefined) {
  console.error(`SEED=${seed} finds this again:\n${sent.failure}`)
  process.exitCode = 1
}
