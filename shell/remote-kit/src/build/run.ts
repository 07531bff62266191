import { type Configuration, rspack } from '@rspack/core'

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
