import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type StorageEmulator = { url: string; stop: () => Promise<void> }

const folder = join(
  import.meta.dirname,
  '../../../../node_modules/firebase-tools/lib/emulator/storage',
)

/**
 * Runs Firebase's storage emulator on a free loopback port, in its own process. The interpreter for security rules
 * isn't started, because it needs Java and server credentials bypass the rules.
 */
export async function startStorageEmulator(): Promise<StorageEmulator> {
  if (!existsSync(folder)) throw new Error('firebase-tools is not installed: there is no emulator.')
  const at = (file: string) => JSON.stringify(join(folder, file))
  const source = `
    const { StorageEmulator } = require(${at('index.js')})
    const { createApp } = require(${at('server.js')})
    const { EmulatorRegistry } = require(${at('../registry.js')})
    const emulatorOptions = { projectId: 'demo', rules: [], host: '127.0.0.1', port: 0 }
    const emulator = new StorageEmulator(emulatorOptions)
    createApp('demo', emulator).then((app) => {
      const server = app.listen(0, '127.0.0.1', () => {
        emulatorOptions.port = server.address().port
        // The emulator builds its object URLs from the registry.
        EmulatorRegistry.set('storage', emulator)
        console.log('port ' + emulatorOptions.port)
      })
    })
    process.stdin.on('close', () => process.exit()).resume()`
  const child = spawn(process.execPath, ['--eval', source], { stdio: ['pipe', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  const port = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString()
      const listening = /port (\d+)/.exec(output)?.[1]
      if (listening !== undefined) resolve(listening)
    })
    child.once('exit', () => reject(new Error(`The storage emulator did not start: ${errors}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}
