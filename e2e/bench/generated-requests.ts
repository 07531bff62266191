import { sendRequests } from '../../api/generated-requests/send-requests.ts'

/**
 * Sends requests generated from the contract's schemas through the app in one process: valid,
 * nearly valid and hostile ones. They run in rounds, each with a new API and its own seed, because
 * stored data slows down every read. Fails at the first answer that breaks the contract, and prints
 * the seed that reproduces it. `REQUESTS=1000000 SEED=7 node e2e/bench/generated-requests.ts`
 */
const count = Number(process.env['REQUESTS'] ?? 1_000_000)
const first = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const round = 10_000
const reportEvery = 100_000

console.log(`${count} requests, seeds from ${first} on`)
const before = performance.now()
const byStatus: Record<number, number> = {}
const succeeded = new Set<string>()
let endpoints = 0
let answers = 0
for (let sent = 0; sent < count && !process.exitCode; sent += round) {
  const seed = first + sent / round
  const result = await sendRequests({ count: Math.min(round, count - sent), seed })
  answers += result.count
  endpoints = result.endpoints
  for (const name of result.succeeded) succeeded.add(name)
  for (const [status, times] of Object.entries(result.byStatus)) {
    byStatus[Number(status)] = (byStatus[Number(status)] ?? 0) + times
  }
  if (result.failure !== undefined) {
    console.error(`REQUESTS=${round} SEED=${seed} finds this again:\n${result.failure}`)
    process.exitCode = 1
  } else if ((sent + round) % reportEvery === 0) tell()
}
tell()
console.log(`${succeeded.size} of ${endpoints} endpoints have done what was asked of them`)

function tell(): void {
  const seconds = (performance.now() - before) / 1000
  const statuses = Object.entries(byStatus).map(([status, times]) => `${status}: ${times}`)
  console.log(
    `${answers} answers in ${seconds.toFixed(1)} s, ${Math.round(answers / seconds)} a second; ` +
      `by status ${statuses.join(', ')}`,
  )
}
