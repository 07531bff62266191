import { parseArgs } from 'node:util'
import { isEmailAddress } from '@portal/domain/email-address'
import { print, printError } from '@portal/domain/print'
import { type Finding, firstLineOfError } from '../src/features/doctor/finding.ts'
import { SettingsError } from '../src/platform/env/env.ts'
import { mustRespond } from '../src/platform/env/named-paths.ts'
import { applySettingsFile } from '../src/platform/env/settings-file.ts'
import { type Examination, examinePortal } from './examine-portal.ts'
import './print-defects.ts'

const usage = 'doctor [--env <file>] [--mail-to <address>] [https://portal.example.org]'

// Tries every setting and prints one line per check: what is wrong and what to do about it. Never prints a secret.
// Exit status: 1 if something is wrong, 2 for invalid arguments.
const called = readArgs(process.argv.slice(2))
if ('fault' in called) {
  printError(called.fault, '', `  ${usage}`)
  process.exit(2)
}
// Node prints them for developers; what they warn about is in the findings.
process.removeAllListeners('warning')
const { findings, unchecked } = await examine(called)
for (const finding of findings) print(lineOf(finding))
const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length
if (unchecked.length > 0) print('', 'Only you can see:', ...unchecked.map((part) => `  ${part}`))
print('', wrong === 0 ? 'Nothing is wrong.' : `${wrong} of ${findings.length} checks failed.`)
// Otherwise open connections of Google's libraries keep the process alive.
process.exit(wrong === 0 ? 0 : 1)

type Called = { file: string | undefined; address: URL | undefined; mailTo: string | undefined }

async function examine({ file, ...request }: Called): Promise<Examination> {
  try {
    // Variables that are already set take precedence over the file.
    if (file !== undefined) {
      await mustRespond('--env', file)
      applySettingsFile(file)
    }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const finding = { part: 'settings', verdict: 'wrong', message: error.message } as const
    return { findings: [finding], unchecked: [] }
  }
  return examinePortal(process.env, request)
}

function readArgs(args: string[]): Called | { fault: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { env: { type: 'string' }, 'mail-to': { type: 'string' } },
    })
    const { env: file, 'mail-to': mailTo } = values
    if (mailTo !== undefined && !isEmailAddress(mailTo)) {
      return { fault: `${mailTo} is not an e-mail address, such as name@example.org.` }
    }
    const [address, extra] = positionals
    if (extra !== undefined) return { fault: `Unexpected argument “${extra}”.` }
    if (address === undefined) return { file, address: undefined, mailTo }
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url && ['https:', 'http:'].includes(url.protocol)) return { file, address: url, mailTo }
    return { fault: `${address} is not an address, such as https://portal.example.org.` }
  } catch (error) {
    return { fault: firstLineOfError(error) }
  }
}

function lineOf({ verdict, part, message }: Finding): string {
  return `${verdict.padEnd(8)} ${part.padEnd(17)} ${message}`
}
