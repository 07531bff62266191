import { type Check, CheckFailure } from './finding.ts'

/** The TXT records of a name; none if it has none. */
export type ReadTexts = (name: string) => Promise<string[]>

type Options = {
  /** The address that mails come from. */
  from: string
  /** The name under which the provider publishes its key, if the operator has set it. */
  dkimSelector: string | undefined
  readTexts: ReadTexts
}

/** Selectors of large providers; others choose their own. */
const usualSelectors = [
  'default',
  'dkim',
  'fm1',
  'google',
  'k1',
  'k2',
  'mail',
  'mx',
  'pm',
  's1',
  's2',
  'selector1',
  'selector2',
]

/** Checks that the sender's domain publishes who may send in its name. Without it, mails end as spam. */
export function mailDomainChecks({ from, dkimSelector, readTexts }: Options): Check[] {
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
  const read = async (name: string): Promise<string[]> => {
    try {
      return await readTexts(name)
    } catch (cause) {
      throw new NotRead(name, { cause })
    }
  }
  const check = (part: string, look: () => ReturnType<Check['run']>): Check => ({
    part,
    run: async () => {
      try {
        return await look()
      } catch (error) {
        if (!(error instanceof NotRead)) throw error
        return { caution: error.message }
      }
    },
  })

  return [
    check('spf', async () => {
      const found = (await read(domain)).filter((text) => /^v=spf1(\s|$)/i.test(text))
      const [record] = found
      if (record === undefined) {
        throw new CheckFailure(
          `${domain} has no SPF record, so mails end as spam. Your mail provider tells you the TXT entry, such as v=spf1 include:… ~all.`,
        )
      }
      if (found.length > 1) {
        throw new CheckFailure(
          `${domain} has ${found.length} SPF records, so none counts. Join them into one TXT entry.`,
        )
      }
      if (/(^|\s)\+?all(\s|$)/i.test(record)) {
        return { caution: `${record} lets every server send in the name of ${domain}` }
      }
      return record
    }),

    check('dkim', async () => {
      const selectors = dkimSelector === undefined ? usualSelectors : [dkimSelector]
      const found = await Promise.all(
        selectors.map(async (selector) => {
          const texts = await read(`${selector}._domainkey.${domain}`)
          // https://www.rfc-editor.org/rfc/rfc6376#section-3.6.1: the version may be missing, an empty key is revoked.
          const keys = texts.flatMap((text) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1] ?? [])
          return { selector, keys }
        }),
      )
      const published = found.filter(({ keys }) => keys.length > 0)
      const valid = published.find(({ keys }) => keys.some((key) => key.trim() !== ''))
      if (valid) return `a key at ${valid.selector}._domainkey.${domain}`
      if (published[0]) {
        throw new CheckFailure(
          `The key at ${published[0].selector}._domainkey.${domain} was revoked. Publish the current one.`,
        )
      }
      if (dkimSelector !== undefined) {
        throw new CheckFailure(
          `There is no key at ${dkimSelector}._domainkey.${domain}. Your mail provider tells you the entry, and its selector for MAIL_DKIM_SELECTOR.`,
        )
      }
      return {
        caution: `no key of ${domain} under the usual names. Its name is s= in the DKIM-Signature of a test message: set it as MAIL_DKIM_SELECTOR`,
      }
    }),

    check('dmarc', async () => {
      for (const name of namesUpFrom(domain)) {
        const found = (await read(`_dmarc.${name}`)).filter((text) =>
          /^v=DMARC1\s*(;|$)/i.test(text),
        )
        if (found.length > 1) {
          throw new CheckFailure(
            `_dmarc.${name} has ${found.length} DMARC records, so none counts. Keep one.`,
          )
        }
        if (found[0] !== undefined) return `${found[0]} (_dmarc.${name})`
      }
      return {
        caution: `${domain} has no DMARC record, so some providers take its mails for spam. Begin with the TXT entry v=DMARC1; p=none at _dmarc.${domain}`,
      }
    }),
  ]
}

class NotRead extends Error {
  constructor(name: string, options: ErrorOptions) {
    super(`not checked, because no name server answers for ${name}`, options)
  }
}

/** The domain and those above it: `board.example.org`, `example.org`. */
function namesUpFrom(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
