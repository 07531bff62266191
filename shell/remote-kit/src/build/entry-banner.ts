import { rspack } from '@rspack/core'

/**
 * Wraps the code that a page starts with in text: after minification, before hashing and
 * compression.
 */
export function entryBanner(banner: string, { footer = false } = {}) {
  return new rspack.BannerPlugin({
    banner,
    footer,
    raw: true,
    entryOnly: true,
    test: /\.js$/,
    stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  })
}

/**
 * Makes Chrome compile the start code while it arrives, instead of function by function when they
 * are called (https://v8.dev/blog/explicit-compile-hints). Other browsers read it as a comment.
 */
export function compileAhead() {
  return entryBanner('//# allFunctionsCalledOnLoad')
}
