import { execFile, type ExecFileException } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'

const run = promisify(execFile)

type Step = { uses?: string; run?: string; if?: string; env?: Record<string, string> }
type Job = {
  if?: string
  permissions?: Record<string, string>
  env?: Record<string, string>
  steps: Step[]
}

/** What GitHub provides for one run of a workflow. */
export type GitHub = {
  /** The branch or pull request: `refs/heads/main`. */
  ref: string
  /** The repository's variables. */
  vars: Record<string, string>
  secrets?: Record<string, string>
  /** A pull request from another repository. */
  isFork?: boolean
  /** Where a job with `id-token: write` gets its token. */
  tokens: { url: string; secret: string }
}

/** A command of a workflow, with the variables that the workflow sets for it. */
export type WorkflowCommand = { command: string; env: Record<string, string> }

/** The commands that GitHub would run for a ref, in order. */
export function commandsOf(file: string, github: GitHub): WorkflowCommand[] {
  const { jobs } = parse(readFileSync(file, 'utf8')) as { jobs: Record<string, Job> }
  const running = Object.values(jobs).filter((job) => applies(job.if, github))
  return running.flatMap(({ permissions, env, steps }) =>
    steps.flatMap((step) => {
      if (!step.run) return replaced(step)
      if (!applies(step.if, github)) return []
      const set = Object.entries({ ...env, ...step.env })
      const named = set.map(([name, value]) => [name, filled(value, github)] as const)
      const tokens = permissions?.['id-token'] === 'write' ? tokenVariables(github) : {}
      return { command: step.run, env: { ...tokens, ...Object.fromEntries(named) } }
    }),
  )
}

/** Runs the commands as GitHub does, in a folder that has the repository; returns their output. */
export async function runCommands(commands: WorkflowCommand[], cwd: string): Promise<string[]> {
  const node = path.dirname(process.execPath)
  // Without the settings of the package manager that runs the tests, and of a developer's portal.
  const others = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|pnpm_|portal_|vitest|node_env)/i.test(name),
  )
  const machine = { CI: 'true', PATH: [node, process.env['PATH']].join(path.delimiter) }
  const outputs: string[] = []
  for (const { command, env } of commands) {
    const all = { ...Object.fromEntries(others), ...machine, ...env }
    try {
      const { stdout } = await run('bash', ['-e', '-c', command], { cwd, env: all })
      outputs.push(stdout)
    } catch (error) {
      const { stdout, stderr } = error as ExecFileException & { stdout: string; stderr: string }
      throw new Error(`${command}:\n${stdout}${stderr}`, { cause: error })
    }
  }
  return outputs
}

/** The test provides what these actions do: a clone with its history, and Node. */
function replaced({ uses }: Step): [] {
  if (/^actions\/(checkout|setup-node)@/.test(uses ?? '')) return []
  throw new Error(`The test has no replacement for ${uses}.`)
}

function applies(conditions: string | undefined, { ref, vars, isFork = false }: GitHub): boolean {
  const all = conditions?.split(' && ') ?? []
  return all.every((condition) => {
    if (condition === fromRepository) return !isFork
    const variable = /^vars\.(\w+) != ''$/.exec(condition)?.[1]
    if (variable !== undefined) return vars[variable] !== undefined
    const wanted = /^github\.ref == '([^']+)'$/.exec(condition)?.[1]
    if (wanted === undefined) throw new Error(`The test doesn’t know the condition ${condition}.`)
    return wanted === ref
  })
}

const fromRepository = 'github.event.pull_request.head.repo.full_name == github.repository'

function filled(value: string, { vars, secrets = {} }: GitHub): string {
  return value.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const [, context, name] = /^(vars|secrets)\.(\w+)$/.exec(expression) ?? []
    if (name === undefined) throw new Error(`The test doesn’t know ${expression}.`)
    return (context === 'vars' ? vars : secrets)[name] ?? ''
  })
}

/** GitHub's own address uses TLS, so the process reaches a local substitute instead. */
function tokenVariables({ tokens }: GitHub): Record<string, string> {
  return {
    ACTIONS_ID_TOKEN_REQUEST_URL: 'https://tokens.github.test/job?api-version=2.0',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: tokens.secret,
    STAND_IN_JOB_TOKENS: tokens.url,
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'stand-in-github-tokens.ts')}`,
  }
}
