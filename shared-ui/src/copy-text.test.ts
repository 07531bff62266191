import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

const text = 'maria.lopez@larkspur.example'

function withClipboard(clipboard: Partial<Clipboard> | undefined) {
  vi.stubGlobal('navigator', { clipboard })
}

/** The older command, which jsdom doesn't have: copies what is selected. */
function withCommand(result: boolean | Error) {
  const copied: string[] = []
  document.execCommand = () => {
    const { value, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement
    copied.push(value.slice(selectionStart, selectionEnd))
    if (result instanceof Error) throw result
    return result
  }
  return copied
}

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

it('copies to the clipboard', async () => {
  const writeText = vi.fn(async () => {})
  withClipboard({ writeText })
  expect(await copyText(text)).toBe(true)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(text)
})

it.each([
  ['there is none', undefined],
  ['it is refused', { writeText: () => Promise.reject(new Error('NotAllowedError')) }],
])('copies without the clipboard if %s, and keeps the focus', async (_why, clipboard) => {
  withClipboard(clipboard)
  const copied = withCommand(true)
  document.body.innerHTML = '<button>Copy</button>'
  document.querySelector('button')!.focus()
  expect(await copyText(text)).toBe(true)
  expect(copied).toEqual([text])
  expect(document.activeElement?.textContent).toBe('Copy')
  expect(document.querySelector('textarea')).toBeNull()
})

it.each([false, new Error('not supported')])(
  'reports that nothing can be copied (%s)',
  async (result) => {
    withClipboard(undefined)
    withCommand(result)
    expect(await copyText(text)).toBe(false)
    expect(document.querySelector('textarea')).toBeNull()
  },
)
