import { parseArgs } from 'node:util'
import { print, printError } from '@portal/domain/print'
import { type Finding, firstLineOfError } from '../src/features/doctor/finding.ts'
import { applySettingsFile } from '../src/platform/env/settings-file.ts'
import { examinePortal } from './examine-portal.ts'
import './print-defects.ts'

const usage = 'doctor [--env <file>] [https://portal.example.org]'

// Tries every setting and prints one line per check: what is wrong and what to do about it. Never prints a secret.
// Exit status: 1 if something is wrong, 2 for invalid arguments.
const called = readArgs(process.argv.slice(2))
if ('fault' in called) {
  printError(called.fault, '', `  ${usage}`)
  process.exit(2)
}
const findings = await examinePortal(process.env, called.address)
for (const finding of findings) print(lineOf(finding))
const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length
print('', wrong === 0 ? 'Nothing is wrong.' : `${wrong} of ${findings.length} checks failed.`)
// Otherwise open connections of Google's libraries keep the process alive.
process.exit(wrong === 0 ? 0 : 1)

type Called = { address: URL | undefined } | { fault: string }

function readArgs(args: string[]): Called {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { env: { type: 'string' } },
    })
    // Variables that are already set take precedence over the file.
    if (values.env !== undefined) applySettingsFile(values.env)
    const [address, extra] = positionals
    if (extra !== undefined) return { fault: `Unexpected argument “${extra}”.` }
    if (address === undefined) return { address: undefined }
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url && ['https:', 'http:'].includes(url.protocol)) return { address: url }
    return { fault: `${address} is not an address, such as https://portal.example.org.` }
  } catch (error) {
    return { fault: firstLineOfError(error) }
  }
}

function lineOf({ verdict, part, message }: Finding): string {
  return `${verdict.padEnd(8)} ${part.padEnd(17)} ${message}`
}
