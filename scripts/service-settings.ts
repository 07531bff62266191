import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { settingsLine } from '../api/src/platform/env/settings-file.ts'

const root = path.resolve(import.meta.dirname, '..')

type Service = {
  spec: { template: { spec: { containers: { env: { name: string; value?: string }[] }[] } } }
}

type Hosting = { hosting: { rewrites: { run: { region: string } }[] } }

/**
 * The settings of the service on Cloud Run, and of its image, as a file of settings without the secrets: for the doctor
 * and the operators' commands on another machine. docs/operating.md adds the secrets.
 */
export function serviceSettings(): string {
  const service = parse(readFileSync(path.join(root, 'deploy/cloud-run.yaml'), 'utf8')) as Service
  const { env } = service.spec.template.spec.containers[0]!
  const image = { NODE_ENV: 'production', SHELL_FOLDER: 'shell/dist-production' }
  const given = env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))
  const hosting = JSON.parse(readFileSync(path.join(root, 'firebase.json'), 'utf8')) as Hosting
  const { region } = hosting.hosting.rewrites[0]!.run
  return Object.entries({ ...image, ...(Object.fromEntries(given) as Record<string, string>) })
    .map(([name, value]) => settingsLine(name, value.replace('/REGION/', `/${region}/`)))
    .join('')
}

// oxlint-disable-next-line no-restricted-properties -- its output is a file
if (import.meta.main) process.stdout.write(serviceSettings())
