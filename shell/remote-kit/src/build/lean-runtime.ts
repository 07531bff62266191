import { type Compiler, rspack } from '@rspack/core'

/**
 * The federation plugin names the CommonJS files of its runtime, which can't be tree-shaken and
 * would be bundled in addition to the ES modules. Must run after that plugin, whose alias it
 * corrects.
 */
export function leanRuntime() {
  // Otherwise the code has the version of the package in whose folder the build was started.
  process.env['MF_BUILD_VERSION'] = 'local'
  return {
    apply(compiler: Compiler) {
      new rspack.NormalModuleReplacementPlugin(/@module-federation[\\/].*\.cjs$/, (resolve) => {
        resolve.request = esModuleOf(resolve.request)
      }).apply(compiler)
      compiler.hooks.afterPlugins.tap('lean-runtime', () => {
        const { alias } = compiler.options.resolve
        if (!alias) return
        for (const [name, target] of Object.entries(alias)) {
          if (name.startsWith('@module-federation/') && typeof target === 'string') {
            alias[name] = esModuleOf(target)
          }
        }
      })
    },
  }
}

function esModuleOf(file: string): string {
  return file.replace(/\.cjs$/, '.js')
}
