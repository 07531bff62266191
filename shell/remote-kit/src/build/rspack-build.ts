import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Configuration, rspack } from '@rspack/core'

/** The arguments that `rspack build` and `rspack serve` pass to a configuration. */
type Env = {
  /** Set by `rspack serve`. */
  RSPACK_SERVE?: boolean
  /** `--env identity=firebase` builds the shell for production. */
  identity?: 'emulator' | 'firebase'
  /** `--env types` adds a remote's types to its release, which takes some seconds. */
  types?: boolean
  /** `--env maps` writes source maps without sources next to the scripts, which don’t refer to them. */
  maps?: boolean
  /** `--env preview=<commit>` marks a remote's version as a preview of this commit: `1.2.0-preview.0a1b2c3`. */
  preview?: string
}

type LoadConfigOptions = { port?: number }

/** The default export of an `rspack.config.ts`. */
export type ConfigFunction = (env?: Env, options?: LoadConfigOptions) => Configuration

/** Reads the configuration that `rspack` would use in a folder. */
export async function loadConfig(
  dir: string,
  env?: Env,
  options?: LoadConfigOptions,
): Promise<Configuration> {
  const file = pathToFileURL(join(dir, 'rspack.config.ts')).href
  const module = (await import(file)) as { default: ConfigFunction }
  return module.default(env, options)
}

/** Runs one build to its end; rejects with the compiler's messages. */
export function build(config: Configuration): Promise<void> {
  const compiler = rspack(config)
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure) return reject(failure)
        if (!stats?.hasErrors()) return resolve()
        const { errors = [] } = stats.toJson({ all: false, errors: true })
        const list = errors.map(({ message }) => message).join('\n\n')
        reject(new Error(`The build of ${config.name} failed:\n${list}`))
      })
    })
  })
}
