import { compile } from 'html-to-text'

const block = { leadingLineBreaks: 1, trailingLineBreaks: 1 }
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const textOf = compile({
  wordwrap: false,
  // Google's editor ends lines with a line break instead of <br>.
  preserveNewlines: true,
  selectors: [
    { selector: 'p', options: block },
    { selector: 'ul', options: { ...block, itemPrefix: '• ' } },
    { selector: 'ol', options: block },
    { selector: 'table', options: block },
    ...headings.map((selector) => ({ selector, options: { ...block, uppercase: false } })),
    { selector: 'img', format: 'skip' },
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] },
    },
  ],
})

const element =
  /<\/?(a|b|blockquote|body|br|center|code|div|em|font|h[1-6]|head|hr|html(-blob)?|i|img|li|meta|ol|p|pre|s|script|small|span|strong|style|sub|sup|table|tbody|td|th|tr|u|ul)(\s[^<>]*)?\/?>/i
const entity = /&(#\d+|#x[\da-f]+|amp|apos|gt|lt|nbsp|quot);/i

/** Converts HTML from calendars' editors to plain text. Text without HTML stays as it is, such as `3 < 4`. */
export function plainText(text: string): string {
  const isHtml = element.test(text) || entity.test(text)
  if (!isHtml) return text.trim()
  return textOf(text)
    .replaceAll(/(\S+) \((https?:[^\s()]+)\)/g, (whole, words: string, address: string) =>
      address.includes(words) ? address : whole,
    )
    .replaceAll('\u{A0}', ' ')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
