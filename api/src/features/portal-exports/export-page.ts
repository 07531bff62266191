import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

/** Inline, without scripts or other files: the page must still open from a disk years from now. */
const style = `
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem; font: 1.125rem/1.55 Georgia, serif; }
h1, h2, h3, nav, th, dt { font-family: system-ui, sans-serif; line-height: 1.25; }
h2 { margin-top: 3rem; border-top: 1px solid; padding-top: 1rem; }
a { overflow-wrap: anywhere; }
li { margin: 0.4rem 0; }
.agenda { list-style: none; padding: 0; }
.sub { margin-inline-start: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid; }
td { overflow-wrap: anywhere; }
img { max-width: 5rem; height: auto; }
dt { font-weight: bold; }
dd { margin: 0 0 0.75rem; white-space: pre-line; }
@media (max-width: 40rem) { table, tbody, tr, td, th { display: block; border: 0; } thead { position: absolute; left: -100vw; } tr { border-bottom: 1px solid; padding: 0.5rem 0; } }
`

/** A whole page of an export. */
export function exportPage(title: string, content: Html): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:"
        />
        <title>${title}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html> `
  if (page instanceof Promise) throw new Error('The page must not contain promises.')
  return page.toString()
}

/** A relative address of a file in the archive. */
export function hrefOf(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/')
}
