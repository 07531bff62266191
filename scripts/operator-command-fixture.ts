import { execFile } from 'node:child_process'
import path from 'node:path'

type Options = { env?: NodeJS.ProcessEnv; cwd?: string }

/** `pnpm portal …`, as an operator runs it. It starts another process for the command. */
export function portalCommand(args: string[], options: Options = {}) {
  return run('shell/remote-kit/bin/portal.ts', args, options)
}

/** The program of the API that `pnpm portal …` starts for a command, which takes half as long. */
export function operatorCommand(name: string, args: string[], options: Options = {}) {
  return run(`api/commands/${name}.ts`, args, options)
}

function run(script: string, args: string[], { env = {}, cwd }: Options) {
  const file = path.resolve(import.meta.dirname, '..', script)
  const given = { cwd, env: { ...process.env, ...env } }
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(process.execPath, [file, ...args], given, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, output: out + err }),
    )
  })
}
