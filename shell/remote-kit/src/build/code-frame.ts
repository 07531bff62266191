import { SourceMap, type SourceMapPayload } from 'node:module'

/** Where a dev server answers with the source of a place in one of its scripts. */
const codeFramePath = '/code-frame'

export type CodeFrame = {
  /** `src/news/news-screen.tsx`. */
  source: string
  /** From 1. */
  line: number
  /** The line with its neighbors, each with its number. */
  text: string
}

type Place = {
  /** In the script, both from 1. */
  line: number
  column: number
}

/** Lines before and after. */
const around = 3

/** The source of a place in a script; undefined if the source map doesn't have it. */
function codeFrameAt(map: SourceMapPayload, { line, column }: Place): CodeFrame | undefined {
  const entry = new SourceMap(map).findEntry(line - 1, column - 1)
  if (!('originalSource' in entry)) return undefined
  const content = map.sourcesContent[map.sources.indexOf(entry.originalSource)]
  if (content === undefined) return undefined
  const found = entry.originalLine
  const lines = content.split('\n')
  const first = Math.max(0, found - around)
  const last = Math.min(lines.length, found + around + 1)
  const width = String(last).length
  const text = lines
    .slice(first, last)
    .map((shown, index) => {
      const mark = first + index === found ? '>' : ' '
      return `${mark} ${String(first + index + 1).padStart(width)} | ${shown}`.trimEnd()
    })
    .join('\n')
  // `webpack://news_dev/./src/news/news-screen.tsx`
  return {
    source: entry.originalSource.replace(/^.*?:\/\/[^/]*\/(\.\/)?/, ''),
    line: found + 1,
    text,
  }
}

/** The part of a request and its response that is used here. */
type Request = { url?: string | undefined }
type Response = {
  statusCode: number
  setHeader: (name: string, value: string) => unknown
  end: (body?: string) => unknown
}

/** Answers `/code-frame?file=container.js&line=10&column=1`; `readMap` returns undefined for an unknown file. */
export function codeFrames(readMap: (file: string) => string | undefined) {
  return {
    name: 'code-frame',
    path: codeFramePath,
    middleware({ url = '' }: Request, response: Response): void {
      const { searchParams } = new URL(url, 'http://localhost')
      const number = (name: string) => Number(searchParams.get(name))
      const file = searchParams.get('file') ?? ''
      const map = /^[\w.-]+\.js$/.test(file) ? readMap(`${file}.map`) : undefined
      const frame =
        map === undefined
          ? undefined
          : codeFrameAt(JSON.parse(map) as SourceMapPayload, {
              line: number('line'),
              column: number('column'),
            })
      response.statusCode = frame ? 200 : 404
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(frame ?? { error: 'No source is known for this place.' }))
    },
  }
}
