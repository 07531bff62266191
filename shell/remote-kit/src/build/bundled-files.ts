import path from 'node:path'
import type { Chunk, Compilation } from '@rspack/core'

type Chunks = { chunks: Iterable<Chunk> } & Pick<Compilation, 'chunkGraph'>

/** The files whose code is in these chunks, after tree shaking; absolute paths. */
export function bundledFiles({ chunks, chunkGraph }: Chunks): Set<string> {
  const files = new Set<string>()
  const collect = (module: object) => {
    const file = 'resource' in module ? String(module.resource).split('?')[0]! : ''
    if (path.isAbsolute(file)) files.add(file)
    // A concatenation of several modules.
    if ('modules' in module) for (const inner of module.modules as object[]) collect(inner)
  }
  for (const chunk of chunks) {
    for (const module of chunkGraph.getChunkModules(chunk)) collect(module)
  }
  return files
}
