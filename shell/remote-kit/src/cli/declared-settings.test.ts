import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { declaredRemote } from '../build/remote-declaration.ts'

const kit = path.resolve(import.meta.dirname, '..')

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'portal-declaration-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function remoteWith(setting: string): string {
  const file = path.join(folder, 'remote.ts')
  const lines = [
    `import { defineRemote } from '${kit}/remote.ts'`,
    `import { defineSettings, setting, webAddress } from '${kit}/settings.ts'`,
    `const settings = defineSettings({ archive: setting(webAddress, ${setting}) })`,
    `export default defineRemote({ name: 'news', navigation: [], owns: [], routes: [], settings })`,
  ]
  writeFileSync(file, lines.join('\n'))
  return file
}

it('reads the settings of a remote from its running module', async () => {
  const archive = { label: 'The archive', default: 'https://larkspur.example' }
  const { settings } = await declaredRemote(remoteWith(JSON.stringify(archive)))
  const schema = { type: 'string', maxLength: 2000, format: 'uri' }
  expect(settings).toEqual([{ name: 'archive', ...archive, schema }])
})

it('fails with a sentence about a setting that can’t be declared', async () => {
  const archive = { label: 'The archive', default: 'none' }
  await expect(declaredRemote(remoteWith(JSON.stringify(archive)))).rejects.toThrow(
    'src/remote.ts: The default of the setting archive is refused: An address that begins with https:// or http://.',
  )
})
