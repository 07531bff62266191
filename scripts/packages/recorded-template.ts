import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRepository } from '../../shell/remote-kit/src/cli/create-command.ts'
import { ranges } from './package-file.ts'
import { root } from './published-packages.ts'

const templates = path.join(root, 'shell/remote-kit/src/cli/upgrades/templates')

/** Records the repository that this version of the kit creates: `portal upgrade` is tested on each of them. */
export function recordTemplate(version: string): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'portal-template-'))
  try {
    const { files } = createRepository({ root: parent, name: 'news', label: 'News' })
    const tree = files.map((file) => {
      const text = readFileSync(path.join(parent, file), 'utf8')
      const place = path.relative('news', file)
      return [place, place === 'package.json' ? filled(text) : text]
    })
    const recorded = path.join(templates, `${version.split('.').slice(0, 2).join('.')}.json`)
    writeFileSync(recorded, `${JSON.stringify(Object.fromEntries(tree), null, 2)}\n`)
    return recorded
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

function filled(text: string): string {
  const { dependencies, devDependencies, ...rest } = JSON.parse(text) as Record<
    string,
    Record<string, string>
  >
  const versions = {
    ...rest,
    dependencies: ranges(dependencies!),
    devDependencies: ranges(devDependencies!),
  }
  return `${JSON.stringify(versions, null, 2)}\n`
}
