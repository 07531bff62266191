import { createHash } from 'node:crypto'
import type { ErrorGroup, StoredFrame } from './error-records.ts'

type RawError = {
  remote: string
  release: string
  message: string
  stack?: string | undefined
  kind?: string | undefined
  route?: string | undefined
}

/** What is stored of an error, and its fingerprint. */
export type CleanedError = Pick<ErrorGroup, 'id' | 'message' | 'kind' | 'route' | 'frames'>

/** How many of the release’s own frames tell errors apart. */
const comparedFrames = 5

export function cleanedError({ message, stack = '', kind, route, ...of }: RawError): CleanedError {
  const frames = framesOf(stack, of)
  const cleaned = cleanedMessage(message)
  const own = frames.filter(({ from }) => from === 'release').slice(0, comparedFrames)
  // Messages of one error may differ, so they only count where no place is known.
  const places = own.map(({ file, line, column }) => `${file}:${line}:${column}`)
  const what = own.length > 0 ? (nameIn(cleaned) ?? '') : cleaned
  const fingerprint = [what, kind ?? '', route ?? '', ...places].join('\n')
  return {
    id: createHash('sha256').update(fingerprint).digest('base64url').slice(0, 12),
    message: cleaned,
    ...(kind === undefined ? {} : { kind }),
    ...(route === undefined ? {} : { route }),
    frames,
  }
}

const mostFrames = 12
const longestLine = 500

/** The places in scripts that a stack of any browser names. Nothing else of it is kept. */
export function framesOf(stack: string, of: { remote: string; release: string }): StoredFrame[] {
  const frames: StoredFrame[] = []
  for (const line of stack.split('\n')) {
    const frame = frameIn(line.trim().slice(0, longestLine), of)
    if (frame) frames.push(frame)
    if (frames.length === mostFrames) break
  }
  return frames
}

/** `at read (https://portal.example/remotes/news/1.0.0-a/screen.js:1:20)`, or `read@https://…:1:20`. */
function frameIn(
  line: string,
  { remote, release }: { remote: string; release: string },
): StoredFrame | undefined {
  const [, before = '', address = '', row, column] =
    /^(?:at )?(?:async )?([^(@]{0,100}?)[ (@]*(https?:\/\/[^\s()]+):(\d{1,7}):(\d{1,7})\)?$/.exec(
      line,
    ) ?? []
  if (!URL.canParse(address)) return undefined
  const { pathname } = new URL(address)
  const base = `/remotes/${remote}/${release}/`
  const from = pathname.startsWith(base)
    ? 'release'
    : pathname.startsWith('/remotes/')
      ? 'otherRemote'
      : 'portal'
  const file = from === 'release' ? pathname.slice(base.length) : pathname.split('/').at(-1)!
  // A page’s own address may name a person or a paper.
  if (!/^[\w./@-]{1,120}\.m?js$/.test(file)) return undefined
  const name = before.trim()
  return {
    from,
    file,
    line: Number(row),
    column: Number(column),
    ...(/^(?:new )?[\w$.#]{1,60}$/.test(name) ? { name } : {}),
  }
}

const longestMessage = 200

/**
 * An error’s message as far as it can’t be what a person typed: small words, names of code, and the browsers’ own
 * words. Quoted text, names, numbers and addresses become `…`.
 */
export function cleanedMessage(message: string): string {
  const line = message
    .slice(0, 2 * longestMessage)
    .split('\n')[0]!
    .replaceAll(/(?<!\w)['‘"“„«`].*?(?:['’"”“»`](?!\w)|$)/g, '…')
  const words = line.split(/\s+/).map((word) => (isHarmless(word) ? word : '…'))
  const once = words.filter((word, n) => word !== '…' || words[n - 1] !== '…')
  return once.join(' ').trim().slice(0, longestMessage)
}

function isHarmless(word: string): boolean {
  const bare = word.replaceAll(/^[([{]+|[.,:;!?)\]}]+$/g, '')
  return (
    /^[a-z][a-z'’-]{0,24}$/.test(bare) ||
    // `items.map`, `useQuery`.
    /^[a-z_$][a-zA-Z_$]{0,40}(?:\.[a-zA-Z_$]{1,40}){0,4}(?:\(\))?$/.test(bare) ||
    /^[A-Z][A-Za-z]{0,40}(?:Error|Exception|Event|Element)$/.test(bare) ||
    /^#\d{1,4}$/.test(bare) ||
    knownWords.has(bare)
  )
}

/** How messages of browsers, React and module federation begin, and their names. */
const knownWords = new Set(
  `Error A An API Array Assignment Cannot Can't Class CSS Date DOM Expected Failed Function HTML Illegal Importing
  Infinity Invalid It JSON Loading Load Map Maximum Minified Missing NaN Network No Node Not Number Object Objects
  Promise React Reduce Rendered Response Set Something Storage String Super Symbol The Too Trusted Types Unable Unexpected
  Unhandled Unknown URL`.split(/\s+/),
)

/** `TypeError` of `TypeError: …`. */
function nameIn(message: string): string | undefined {
  return /^(\w{1,50}):/.exec(message)?.[1]
}
