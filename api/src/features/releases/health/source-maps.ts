import { SourceMap } from 'node:module'
import type { ErrorFrame } from '@portal/contract/release-health'
import * as z from 'zod/mini'
import { nextTurn } from '../../../platform/background/next-turn.ts'
import type { StoredFrame } from './error-records.ts'

/** Of a source map, what a place is resolved with. Maps of several parts aren't supported. */
const sourceMap = z.object({
  version: z.literal(3),
  sources: z.array(z.string()),
  names: z.array(z.string()),
  mappings: z.string(),
})

const longestFile = 200

/**
 * Resolves places in a release's scripts, each map being parsed once. `read` returns the map of a script, or undefined
 * without one. A damaged map resolves nothing.
 */
export async function resolvedFrames(
  frames: readonly StoredFrame[],
  read: (script: string) => Promise<Uint8Array | undefined>,
): Promise<Map<StoredFrame, ErrorFrame['source']>> {
  const resolved = new Map<StoredFrame, ErrorFrame['source']>()
  const own = frames.filter(({ from }) => from === 'release')
  for (const [script, places] of Map.groupBy(own, ({ file }) => file)) {
    const bytes = await read(script)
    const map = bytes && parsed(bytes)
    if (!map) continue
    for (const frame of places) resolved.set(frame, placeIn(map, frame))
    // Parsing one takes some milliseconds.
    await nextTurn()
  }
  return resolved
}

function parsed(bytes: Uint8Array): SourceMap | undefined {
  try {
    const { version, ...map } = z.parse(sourceMap, JSON.parse(new TextDecoder().decode(bytes)))
    return new SourceMap({ ...map, version, file: '', sourceRoot: '', sourcesContent: [] })
  } catch {
    return undefined
  }
}

function placeIn(map: SourceMap, { line, column }: StoredFrame): ErrorFrame['source'] {
  const entry = map.findEntry(line - 1, column - 1)
  if (!('originalSource' in entry) || typeof entry.originalSource !== 'string') return undefined
  const { originalSource, originalLine, originalColumn } = entry
  return {
    file: fileIn(originalSource),
    line: originalLine + 1,
    column: originalColumn + 1,
  }
}

/** `src/news-screen.tsx` of `webpack://news_1_0_0/./src/news-screen.tsx`; of a package, the part behind `node_modules`. */
function fileIn(source: string): string {
  const path = source.replace(/^webpack:\/\/[^/]*\//, '').split('node_modules/')
  return path.at(-1)!.replace(/^\.\//, '').slice(0, longestFile)
}
