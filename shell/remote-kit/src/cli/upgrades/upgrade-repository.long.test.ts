import { execFile } from 'node:child_process'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { repositoryOf } from '../../build/repository.ts'
import { upgradesOf, writeUpgrades } from './upgrade-repository.ts'

const run = promisify(execFile)
const root = repositoryOf(import.meta.dirname)
const templates = path.join(import.meta.dirname, 'templates')

it.each(globSync('*.json', { cwd: templates }).toSorted())(
  'compiles the upgraded template of %s with the current packages',
  async (recorded) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portal-upgraded-'))
    try {
      const text = readFileSync(path.join(templates, recorded), 'utf8')
      for (const [file, content] of Object.entries(JSON.parse(text) as Record<string, string>)) {
        mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
        writeFileSync(path.join(folder, file), content)
      }
      writeUpgrades(folder, upgradesOf(folder, { ranges: {}, contract: '1.0.0' }))
      symlinkSync(path.join(root, 'mf-directory/node_modules'), path.join(folder, 'node_modules'))
      const project = {
        extends: path.join(root, 'tsconfig.base.json'),
        compilerOptions: {
          types: ['node'],
          paths: { vitest: [path.join(root, 'node_modules/vitest')] },
        },
        include: ['src', 'rspack.config.ts', path.join(root, 'shell/remote-kit/src/css.d.ts')],
        // Its test used the workspace's API, before there was an API in memory for remotes.
        exclude: recorded === '1.0.json' ? ['src/**/*.test.tsx'] : [],
      }
      writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(project))
      const tsc = path.join(root, 'node_modules/.bin/tsc')
      const errors = await run(tsc, ['-p', folder, '--noEmit', '--pretty', 'false']).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      )
      expect(errors).toBe('')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
