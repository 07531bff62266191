import { join } from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { basePreset } from './base-preset.ts'
import { componentsFolder } from './shared-modules.ts'

type StoriesOptions = {
  /** The output folder. */
  out: string
  /** Set for a dev server. */
  dev?: { port: number }
}

/** The build of shared-ui's component stories: one page, opened in development and by tests alone. */
export function storiesPreset({ out, dev }: StoriesOptions): Configuration {
  const dir = componentsFolder
  const base = basePreset({
    dir,
    uniqueName: 'stories',
    policy: 'portal-stories',
    publicPath: '/',
    dev: dev && { port: dev.port, refresh: true },
  })
  return {
    ...base,
    name: 'stories',
    entry: './stories/page.tsx',
    output: { ...base.output, path: out },
    optimization: { ...base.optimization, minimize: false },
    plugins: [
      ...(dev ? (base.plugins ?? []) : []),
      new rspack.HtmlRspackPlugin({ template: join(dir, 'stories/index.html') }),
    ],
  }
}
