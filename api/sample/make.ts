import { resolve } from 'node:path'
import { prepareSample } from './prepare-sample.ts'

const [folder, today] = process.argv.slice(2)
const now = today === undefined ? new Date() : new Date(`${today}T20:00:00Z`)
if (folder === undefined || Number.isNaN(now.getTime())) {
  console.error('Usage: node api/sample/make.ts <folder> [YYYY-MM-DD]')
  process.exit(1)
}
const started = performance.now()
await prepareSample(resolve(folder), now, 'America/Los_Angeles', {
  onStep: (done, total) => {
    if (process.stdout.isTTY) process.stdout.write(`\r  ${done} of ${total}`)
  },
})
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`\r  The sample foundation lies in ${resolve(folder)} (${seconds} s).`)
