import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DockerfileParser, type Env, type From, type Instruction } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { environment, parseSettings } from '../api/src/platform/env/env.ts'
import { readSettingsFile } from '../api/src/platform/env/settings-file.ts'
import { serviceSettings } from './service-settings.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string } } }
type Service = {
  metadata: { name: string }
  spec: {
    template: {
      spec: {
        containerConcurrency: number
        containers: {
          ports: { containerPort: number }[]
          env: Variable[]
          startupProbe: { httpGet: { path: string } }
          livenessProbe: { httpGet: { path: string } }
        }[]
      }
    }
  }
}
type Firebase = {
  hosting: { rewrites: { source: string; run: { serviceId: string; region: string } }[] }
  firestore: { rules: string; indexes: string }
}

const service = parse(read('deploy/cloud-run.yaml')) as Service
const { containers, containerConcurrency } = service.spec.template.spec
const container = containers[0]!
const firebase = JSON.parse(read('firebase.json')) as Firebase
const { region } = firebase.hosting.rewrites[0]!.run
/** A section of the page for operators. */
const section = (title: string) =>
  read('docs/operating.md')
    .split(/^## /m)
    .find((text) => text.startsWith(`${title}\n`))!
const instructions = DockerfileParser.parse(read('Dockerfile')).getInstructions()

/** The instructions of a stage. */
const stageOf = (name: string) => {
  const isFrom = (instruction: Instruction) => instruction.getKeyword() === 'FROM'
  const start = instructions.findIndex(
    (instruction) => isFrom(instruction) && (instruction as From).getBuildStage() === name,
  )
  const rest = instructions.slice(start + 1)
  const end = rest.findIndex(isFrom)
  return end === -1 ? rest : rest.slice(0, end)
}

/** Variables that the image sets itself. */
const imageEnv = Object.fromEntries(
  [...stageOf('base'), ...stageOf('portal')]
    .filter((instruction) => instruction.getKeyword() === 'ENV')
    .flatMap((instruction) => (instruction as Env).getProperties())
    .map((property) => [property.getName(), property.getValue() ?? '']),
)
/** Variables that the service sets; a secret is random there as here. */
const serviceEnv = Object.fromEntries(
  container.env.map(({ name, value }) => [name, value ?? randomBytes(32).toString('hex')]),
)
/** Read by Node, glibc and pnpm, not by the API. */
const others = new Set(['MALLOC_ARENA_MAX', 'CI'])

describe('the image', () => {
  it('builds the image by a valid Dockerfile, and runs it as an unprivileged user', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
    const last = instructions.slice(
      instructions.findLastIndex((instruction) => instruction.getKeyword() === 'FROM'),
    )
    const user = last.find((instruction) => instruction.getKeyword() === 'USER')
    expect(user?.getArgumentsContent()).toBe('node')
    const command = last.find((instruction) => instruction.getKeyword() === 'CMD')
    expect(command?.getArgumentsContent()).toContain('"--disable-sigusr1"')
  })

  it('installs only what the API needs in production', () => {
    const installed = stageOf('modules')
      .filter((one) => one.getKeyword() === 'RUN')
      .map((one) => one.getArgumentsContent())
      .filter((command) => command?.includes("'@portal/api...'"))
    expect(installed).toHaveLength(2)
    // Without it, pnpm also takes the packages that only tests of the API import.
    for (const command of installed) expect(command).toContain("--filter-prod '@portal/api...'")
  })

  it('builds the gate runner’s image, whose trials run as another user than the one with the key', () => {
    const stage = stageOf('gate-runner')
    const textOf = (keyword: string) =>
      stage
        .filter((instruction) => instruction.getKeyword() === keyword)
        .map((instruction) => instruction.getArgumentsContent())
    expect(textOf('CMD')).toEqual(['["node", "scripts/gate-runner.ts"]'])
    expect(existsSync(path.join(root, 'scripts/gate-runner.ts'))).toBe(true)
    expect(textOf('USER')).toEqual([])
    expect(textOf('ENV').join()).toContain('TRIAL_USER=1000')
    expect(textOf('RUN').join()).toContain('--filter board-portal ')
  })

  it('takes its base by digest if one is named, and pnpm by its exact version', () => {
    const froms = instructions.filter(
      (instruction) => instruction.getKeyword() === 'FROM',
    ) as From[]
    const stages = new Set(froms.map((from) => from.getBuildStage()))
    const bases = froms.map((from) => from.getImage()).filter((image) => !stages.has(image))
    expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}']))
    expect(instructions[0]?.getArgumentsContent()).toMatch(/^NODE_IMAGE=node:\d/)
    expect(read('Dockerfile')).toMatch(/npm install --global pnpm@\d+\.\d+\.\d+\n/)
  })

  it('sets no variable that the API doesn’t read', () => {
    const unknown = Object.keys(imageEnv).filter((name) => !others.has(name))
    expect(unknown.filter((name) => !(name in environment.shape))).toEqual([])
  })
})

describe('the service', () => {
  it('sets what production needs, and no variable that the API doesn’t read', () => {
    expect(Object.keys(serviceEnv).filter((name) => !(name in environment.shape))).toEqual([])
    const settings = parseSettings({ ...imageEnv, ...serviceEnv })
    expect(settings).toMatchObject({
      production: true,
      store: { kind: 'firestore' },
      blobs: { kind: 'gcs' },
      identity: { kind: 'firebase' },
    })
  })

  it('contains no secret', () => {
    const secret = container.env.filter(({ name }) => /KEY$|TOKEN$|SECRET/.test(name))
    // Browsers receive the web key; it isn't a credential.
    const written = secret.filter(({ name }) => name !== 'FIREBASE_API_KEY')
    expect(written.length).toBeGreaterThan(0)
    expect(written.filter(({ value }) => value !== undefined)).toEqual([])
  })

  it('listens and is probed where the portal responds', () => {
    expect(container.ports[0]!.containerPort).toBe(Number(imageEnv['PORT']))
    expect(container.startupProbe.httpGet.path).toBe('/readyz')
    expect(container.livenessProbe.httpGet.path).toBe('/healthz')
  })

  it('accepts no more requests than the portal, which refuses with a message', () => {
    const { limits } = parseSettings({ ...imageEnv, ...serviceEnv })
    expect(containerConcurrency).toBe(limits.requests + limits.streams)
  })

  it('names the service to which Hosting forwards every request', () => {
    expect(firebase.hosting.rewrites).toEqual([
      { source: '**', run: { serviceId: service.metadata.name, region } },
    ])
  })
})

describe('the guide to Google Cloud', () => {
  const guide = section('Going live')

  it('takes the region from firebase.json, which alone names it', () => {
    expect(region).toMatch(/^[a-z]+-[a-z]+\d+$/)
    // Google's own default, which the guide mentions.
    const named = [...`${guide}${read('deploy/cloud-run.yaml')}`.matchAll(/\b[a-z]+-[a-z]+\d\b/g)]
    expect(named.map(([name]) => name)).toEqual(['us-central1'])
    expect(guide).toContain(
      "REGION=$(jq --raw-output '.hosting.rewrites[0].run.region' firebase.json)",
    )
  })

  it('grants the right to read a secret on that secret alone, for each that the service reads', () => {
    const commands = guide.replaceAll('\\\n', ' ').split('\n')
    const granting = commands.filter((line) => line.includes('secretAccessor'))
    expect(granting.length).toBeGreaterThan(1)
    for (const line of granting) expect(line).toContain('gcloud secrets add-iam-policy-binding')
    expect(guide).not.toMatch(/for role in [^;]*secret/)
    const loops = [...guide.matchAll(/for secret in ([^;]+); do/g)].map(([, names]) =>
      names!.split(' ').toSorted(),
    )
    const secrets = container.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.name ?? [])
    expect(loops).toEqual([secrets.toSorted(), secrets.toSorted()])
  })

  it('makes a production.env with which the commands read what the service reads', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'going-live-')), 'production.env')
    const secrets = container.env.filter(({ value }) => value === undefined)
    // As the guide's loop does.
    const lines = secrets.map(({ name, valueFrom }) => {
      const made = valueFrom!.secretKeyRef.name.toUpperCase().replaceAll('-', '_')
      expect(made).toBe(name)
      return `${made}=${serviceEnv[name]}\n`
    })
    writeFileSync(file, serviceSettings() + lines.join(''))
    const { PORT: _, MALLOC_ARENA_MAX: _more, CI: _most, ...ofImage } = imageEnv
    const job = serviceEnv['GATE_RUNNER_JOB']!.replace('/REGION/', `/${region}/`)
    expect(parseSettings(readSettingsFile(file))).toEqual(
      parseSettings({ ...ofImage, ...serviceEnv, GATE_RUNNER_JOB: job }),
    )
    rmSync(path.dirname(file), { recursive: true })
  })

  it('puts the built image where the service names it', () => {
    expect(guide).toContain('sed "s|image: board-portal$|image: $image|')
    expect(read('deploy/cloud-run.yaml')).toMatch(/^ +- image: board-portal$/m)
  })

  it('names the steps by their numbers', () => {
    const steps = new Map([...guide.matchAll(/^(\d+)\. (.+)$/gm)].map(([, n, text]) => [n, text]))
    const [, image = '', runner = ''] = /as in step (\d+) above.*as in step (\d+)\./.exec(guide)!
    expect(steps.get(image)).toContain('The image and the service')
    expect(steps.get(runner)).toContain('gate runner')
  })
})
