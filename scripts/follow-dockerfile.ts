import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import ignore from '@balena/dockerignore'
import { type Copy, DockerfileParser, type Env, type From, type Instruction } from 'dockerfile-ast'

export type Stage = {
  /** Represents the stage's root folder. */
  folder: string
  workdir: string
  env: Record<string, string>
  user: string | undefined
  cmd: string[]
  health: string[]
}

type DockerfileOptions = {
  /** The build context: the folder of the Dockerfile and its .dockerignore. */
  context: string
  /** Gets one folder per stage. */
  target: string
  /** For every command. */
  env: NodeJS.ProcessEnv
  /** Commands that only a container can run: they are skipped and reported. */
  notHere: RegExp
}

type Followed = { stages: Map<string, Stage>; last: Stage; leftOut: string[] }

const run = promisify(execFile)

/**
 * Executes a Dockerfile in folders instead of containers, without base images, users and the
 * commands in `notHere`. As a build does, it leaves out the stages that the last one doesn't need.
 */
export async function followDockerfile({
  context,
  target,
  env,
  notHere,
}: DockerfileOptions): Promise<Followed> {
  const text = readFileSync(path.join(context, 'Dockerfile'), 'utf8')
  const stages = new Map<string, Stage>()
  const leftOut: string[] = []
  let stage: Stage | undefined
  let isNeeded = true
  const instructions = DockerfileParser.parse(text).getInstructions()
  const needed = neededStages(instructions)
  for (const instruction of instructions) {
    if (instruction.getKeyword() === 'FROM') {
      isNeeded = needed.has((instruction as From).getBuildStage() ?? '')
    }
    if (!isNeeded) continue
    const words = instruction.getArguments().map((argument) => argument.getValue())
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') {
      stage = begin(instruction as From, stages, target)
      continue
    }
    // What comes before the first stage only chooses base images.
    if (!stage && keyword === 'ARG') continue
    if (!stage) throw new Error(`${keyword} comes before the first FROM.`)
    if (keyword === 'WORKDIR') {
      stage.workdir = words[0]!
      mkdirSync(inside(stage, '.'), { recursive: true })
    } else if (keyword === 'ENV') Object.assign(stage.env, propertiesOf(instruction as Env))
    else if (keyword === 'COPY') copy(instruction as Copy, words, stage, stages, context)
    else if (keyword === 'USER') stage.user = words[0]
    else if (keyword === 'CMD') stage.cmd = listOf(instruction)
    else if (keyword === 'HEALTHCHECK') stage.health = listOf(instruction)
    else if (keyword === 'RUN') {
      const command = instruction.getArgumentsContent() ?? ''
      if (notHere.test(command)) leftOut.push(command)
      else {
        await run('bash', ['-euo', 'pipefail', '-c', command], {
          cwd: inside(stage, '.'),
          env: { ...env, ...stage.env },
          maxBuffer: 64 * 1024 * 1024,
        })
      }
    } else if (keyword !== 'EXPOSE') throw new Error(`${keyword} isn’t supported here.`)
  }
  if (!stage) throw new Error('There is no FROM.')
  return { stages, last: stage, leftOut }
}

/** The last stage, and those that it is based on or copies from. */
function neededStages(instructions: Instruction[]): Set<string> {
  const uses = new Map<string, string[]>()
  let last = ''
  for (const instruction of instructions) {
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From
      last = from.getBuildStage() ?? ''
      uses.set(last, [from.getImage() ?? ''])
    } else if (instruction.getKeyword() === 'COPY') {
      const from = (instruction as Copy).getFromFlag()?.getValue()
      if (typeof from === 'string') uses.get(last)?.push(from)
    }
  }
  const needed = new Set([last])
  for (const name of needed) for (const other of uses.get(name) ?? []) needed.add(other)
  return needed
}

/** Maps a path of the stage to a path of this machine. */
function inside({ folder, workdir }: Pick<Stage, 'folder' | 'workdir'>, file: string): string {
  return path.join(folder, path.posix.resolve(workdir, file))
}

function begin(from: From, stages: Map<string, Stage>, target: string): Stage {
  const name = from.getBuildStage() ?? `stage-${stages.size}`
  const folder = path.join(target, name)
  mkdirSync(folder, { recursive: true })
  const base = stages.get(from.getImage() ?? '')
  if (base) cpSync(base.folder, folder, { recursive: true, verbatimSymlinks: true })
  const { workdir = '/', env = {} } = base ?? {}
  const stage = { folder, workdir, env: { ...env }, user: undefined, cmd: [], health: [] }
  stages.set(name, stage)
  return stage
}

function copy(
  instruction: Copy,
  words: string[],
  stage: Stage,
  stages: Map<string, Stage>,
  context: string,
): void {
  const to = inside(stage, words.at(-1)!)
  const from = instruction.getFromFlag()?.getValue()
  for (const source of words.slice(0, -1)) {
    if (typeof from === 'string') {
      const other = stages.get(from)
      if (!other) throw new Error(`COPY --from=${from} names no earlier stage.`)
      cpSync(inside(other, source), to, { recursive: true, verbatimSymlinks: true })
    } else copyFromContext(context, source, to)
  }
}

/** Without the files that .dockerignore excludes. */
function copyFromContext(context: string, source: string, to: string): void {
  const rules = readFileSync(path.join(context, '.dockerignore'), 'utf8').split('\n')
  const isIn = ignore().add(rules).createFilter()
  const from = path.join(context, source)
  const left = new Set(['node_modules', '.git', 'dist', 'dist-production'])
  const files = globSync('**', { cwd: from, exclude: (name) => left.has(path.basename(name)) })
  for (const file of files) {
    const named = path.join(source, file)
    if (!statSync(path.join(context, named)).isFile() || !isIn(named)) continue
    cpSync(path.join(from, file), path.join(to, file))
  }
}

function propertiesOf(env: Env): Record<string, string> {
  return Object.fromEntries(
    env.getProperties().map((property) => [property.getName(), property.getValue() ?? '']),
  )
}

/** The JSON form, which needs no shell. */
function listOf(instruction: Instruction): string[] {
  const text = instruction.getArgumentsContent() ?? ''
  return JSON.parse(text.slice(text.indexOf('['))) as string[]
}
