import { expect, it } from 'vitest'
import { rspack } from '@rspack/core'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { codeFrames } from './code-frame.ts'

const source = `type News = { title: string }

export function titleOf(news: News): string {
  if (!news.title) throw new Error('No title')
  return news.title
}

Object.assign(globalThis, { titleOf })
`

/** What a dev server answers about the scripts of a small build. */
async function withBuild(
  work: (answer: (query: string) => { status: number; body: unknown }, script: string) => void,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'code-frame-'))
  try {
    await writeFile(path.join(folder, 'news.ts'), source)
    const compiler = rspack({
      context: folder,
      mode: 'development',
      devtool: 'cheap-module-source-map',
      entry: './news.ts',
      output: { path: folder, filename: 'container.js' },
      module: {
        rules: [
          {
            test: /\.ts$/,
            loader: 'builtin:swc-loader',
            options: { jsc: { parser: { syntax: 'typescript' } } },
          },
        ],
      },
    })
    await promisify(compiler.run.bind(compiler))()
    const read = async (file: string) => readFile(path.join(folder, file), 'utf8')
    const map = await read('container.js.map')
    const frames = codeFrames((file) => (file === 'container.js.map' ? map : undefined))
    const answer = (query: string) => {
      let body = ''
      const response = {
        statusCode: 0,
        setHeader: () => {},
        end: (text = '') => void (body = text),
      }
      frames.middleware({ url: `/?${query}` }, response)
      return { status: response.statusCode, body: JSON.parse(body) as unknown }
    }
    work(answer, await read('container.js'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

it('shows the lines of a source around the place of an error', async () => {
  await withBuild((answer, script) => {
    const line = script.split('\n').findIndex((text) => text.includes('No title')) + 1
    expect(answer(`file=container.js&line=${line}&column=25`)).toEqual({
      status: 200,
      body: {
        source: 'news.ts',
        line: 4,
        text: [
          '  1 | type News = { title: string }',
          '  2 |',
          '  3 | export function titleOf(news: News): string {',
          `> 4 |   if (!news.title) throw new Error('No title')`,
          '  5 |   return news.title',
          '  6 | }',
          '  7 |',
        ].join('\n'),
      },
    })
    for (const query of [
      'file=other.js&line=1&column=1',
      'file=../container.js&line=1&column=1',
      '',
    ]) {
      expect(answer(query).status, query).toBe(404)
    }
  })
})
