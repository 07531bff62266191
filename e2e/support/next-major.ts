import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildShellWith } from '../../scripts/build.ts'

const changed = '@portal/remote-kit/query-panel'
const until = '2027-11-30'

/** The module as a next major could have it: under another name, and marked. */
const current = `
import { QueryPanel } from '@portal/remote-kit/query-panel'
export const Panel = (props) => <div data-kit="2"><QueryPanel {...props} /></div>
`
/** Its adapter: what releases of the earlier major use, made of the current one. */
const adapter = `
import { Panel } from './query-panel.tsx'
export const QueryPanel = (props) => <div data-kit="1"><Panel {...props} /></div>
`

/** Builds the shell as if kit and components had a new major, in which one module has another export. */
export async function buildNextShell(folder: string): Promise<string> {
  const write = (name: string, source: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, source)
    return file
  }
  return buildShellWith(path.join(folder, 'shell'), {
    versions: { '@portal/remote-kit': '2.0.0', '@portal/shared-ui': '2.0.0' },
    files: { [changed]: write('query-panel.tsx', current) },
    adapters: { [changed]: write('earlier-query-panel.tsx', adapter) },
    support: {
      months: 12,
      majors: {
        '@portal/remote-kit': { version: '1.9.0', until },
        '@portal/shared-ui': { version: '1.9.0', until },
      },
      deprecated: {},
    },
  })
}

/** Copies the build of a remote as if it had been built with the next major. */
export function copyForNextMajor(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(path.join(to, file), change(readFileSync(path.join(from, file), 'utf8')))
  for (const file of globSync('*.js', { cwd: from })) {
    edit(file, (text) =>
      text
        .replaceAll(/(shareKey:"@portal\/[^}]*?requiredVersion:)"\^1\.\d+\.0"/g, '$1"^2.0.0"')
        .replaceAll('.QueryPanel', '.Panel'),
    )
  }
  edit('release.json', (text) => {
    const manifest = JSON.parse(text) as {
      shared: Record<string, string>
      usedNames: Record<string, string[]>
    }
    for (const name of Object.keys(manifest.shared)) {
      if (name.startsWith('@portal/')) manifest.shared[name] = '^2.0.0'
    }
    manifest.usedNames[changed] = ['Panel']
    return JSON.stringify(manifest)
  })
}
