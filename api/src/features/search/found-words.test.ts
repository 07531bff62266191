import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { createEntryIndex } from './entry-index.ts'
import type { Snippet } from './search-snippet.ts'
import { openSqliteSearchIndex } from './sqlite-search-index.ts'

const newFile = () => join(temporaryFolder(), 'search.sqlite')

type Hits = { hits: { id: string; snippet?: Snippet; tier: number }[] }
type Entry = { id: string; title: string; text: string }

function findPapers(entries: Entry[], q: string): Hits {
  const index = openSqliteSearchIndex(newFile())
  for (const { id, title, text } of entries) {
    index.put({ id, title, name: `${title}.pdf`, path: '', pages: [text], version: '1' })
  }
  try {
    return index.find(q, { limit: 10 })
  } finally {
    index.close()
  }
}
const findInList = (entries: Entry[], q: string): Hits =>
  createEntryIndex(entries.map((entry) => ({ ...entry, path: '' }))).find(q, { limit: 10 })

describe.each([
  ['papers', findPapers],
  ['a list', findInList],
])('the words of %s', (_, findIn) => {
  let entries: Entry[]
  beforeEach(() => {
    entries = []
  })
  const put = (id: string, title: string, text = '') => entries.push({ id, title, text })
  const find = (q: string) => findIn(entries, q)
  const ids = (q: string) => find(q).hits.map(({ id }) => id)

  it('matches prefixes and near misses, regardless of case and accents', () => {
    put('minutes', 'Minutes', 'Señora Núñez presented the conservation easements.')
    for (const q of ['conserv', 'conservaton', 'NUNEZ', 'núñez', 'senora easements', 'easments']) {
      expect(ids(q), q).toEqual(['minutes'])
    }
    const { text, marks } = find('conservaton').hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['conservation'])
  })

  it('finds a word with two letters swapped', () => {
    put('a', 'Plan', 'The reserve, the budget and the docket')
    for (const q of ['reserev', 'budegt', 'obdget docekt']) expect(ids(q), q).toEqual(['a'])
    const { text, marks } = find('budegt').hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['budget'])
  })

  it('finds a word that is divided at the end of a line, and marks it', () => {
    put('a', 'Plan', 'A long-\nterm plan for the conserva-\ntion of the lake')
    for (const q of ['conservation', 'long-term', 'conservation plan']) {
      expect(ids(q), q).toEqual(['a'])
    }
    expect(find('conservation').hits[0]!.snippet).toEqual({
      text: 'A long-term plan for the conservation of the lake',
      marks: [{ start: 25, end: 37 }],
    })
  })

  it('finds a possessive by its word, and nothing by its ending', () => {
    put('a', 'Plan', 'The foundation’s reserve')
    put('b', 'Minutes', 'She said so.')
    for (const q of ["foundation's", 'foundation’s', 'foundation']) expect(ids(q)).toEqual(['a'])
  })

  it.each([
    ['12,5 %', 'A share of 12.5% of the endowment'],
    ['12.5%', 'A share of 12,5 % of the endowment'],
    ['7/14/2033', 'It matures on July 14, 2033.'],
    ['July 14, 2033', 'It matures on 7/14/2033.'],
    ['14 July 2033', 'It matures on 2033-07-14.'],
    ['14.7.2033', 'It matures on Jul 14th, 2033.'],
    ['1 234 567,89', 'A balance of $1,234,567.89'],
    ['1,234,567.89', 'A balance of 1\u202F234\u202F567,89 €'],
    ['1234567.89', 'A balance of CHF 1’234’567.89'],
    ['1250000', 'A balance of 1 250 000'],
    ['DE89 3704 0044 0532 0130 00', 'To DE89370400440532013000'],
    ['de89370400440532013000', 'To DE89 3704 0044 0532 0130 00'],
    ['4417 1234 5678 9113', 'The account 4417123456789113'],
    ['95-1234567', 'The number 951234567 of the tax office'],
    ['AT&T', 'Bonds of AT&T and others'],
    ['at & t', 'Bonds of AT&T and others'],
    ['501(c)(3)', 'A charity under section 501(c)(3)'],
    ['501c3', 'A charity under section 501(c)(3)'],
    ['spenddown', 'The spend-down of the endowment'],
    ['spend-down', 'The spenddown of the endowment'],
    ['e-mail', 'Sent by email'],
    ['grants policies', 'The grant policy'],
    ['approving', 'The board approved it'],
    ['isik thorunn dordevic', 'Işık, Þórunn and Đorđević'],
    ['Iþıø', 'Ithio'],
    ['café', 'cafe\u0301'],
    ['cafe\u0301', 'café'],
  ])('finds %j in %j', (q, text) => {
    put('right', 'One', `Before it. ${text}`)
    put('wrong', 'Two', 'At the 7 boards, 14 of 1, 234 and 501 are here: 12 and 5.')
    expect(ids(q)[0]).toBe('right')
    expect(find(q).hits[0]!.snippet!.marks).not.toEqual([])
  })

  it('marks a date in the spelling of the text', () => {
    put('a', 'Plan', 'It matures on July 14, 2033, at par.')
    const { text, marks } = find('7/14/2033').hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['July 14, 2033'])
  })

  it('finds words in quotation marks next to each other only', () => {
    put('phrase', 'One', 'The line of credit was renewed.')
    put('words', 'Two', 'Credit is a line in the table.')
    expect(ids('"line of credit"')).toEqual(['phrase'])
    expect(ids('“Line of Cre')).toEqual(['phrase'])
    expect(ids('"credit was" line')).toEqual(['phrase'])
    expect(ids('credit line')).toHaveLength(2)
    expect(ids('"lines"')).toEqual([])
  })

  it('neither needs nor marks common words, unless there are no others', () => {
    put('a', 'One', 'Of the nine banks, two gave a line of credit.')
    put('b', 'Two', 'Of nine of the others, none did.')
    expect(ids('the line of credit')).toEqual(['a'])
    const { text, marks } = find('the line of credit').hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['line of credit'])
    expect(ids('of the')).toHaveLength(2)
  })

  it('ranks the one with all words on a page before those with some of them', () => {
    put('title', 'Credit', 'Nothing else')
    put('text', 'Minutes', 'The line of credit was renewed in spring.')
    const { hits } = find('credit renewed')
    expect(hits.map(({ id, tier }) => [id, tier])).toEqual([['text', 0]])
    expect(find('credit zeppelin').hits.every(({ tier }) => tier === 2)).toBe(true)
  })

  it('tells a decimal fraction from a whole number', () => {
    put('a', 'Plan', 'A grant of $1.2 million')
    put('b', 'Plan', 'A grant of $12 million, of 120 grants')
    expect(ids('$1.2 million')).toEqual(['a'])
    expect(ids('12 million')).toEqual(['b'])
    expect(ids('1.')).toEqual(expect.arrayContaining(['a', 'b']))
  })

  it('finds the words of scripts that are written without spaces', () => {
    put('a', 'Plan', '董事会批准了二〇二六年预算。')
    put('b', 'Plan', '会议')
    expect(ids('预算')).toEqual(['a'])
    const { text, marks } = find('预算').hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['预算'])
  })

  it('matches neither the middle of a word nor near misses of a short word', () => {
    put('a', 'Plan', 'The conservation plan of 2026')
    for (const q of ['servation', 'pan', '2027']) expect(ids(q), q).toEqual([])
  })

  it('ranks a match in the name before one in the text, and that before a near miss', () => {
    put('near', 'Minutes', 'We spoke of travels, and of the pollicy.')
    put('text', 'Minutes', 'We spoke of the travel policy and of forty other things.')
    put('name', 'Travel Policy', 'Who flies, how, and who pays.')
    expect(ids('travel policy')).toEqual(['name', 'text', 'near'])
    put('near name', 'Pollicy of Travels')
    expect(ids('travel policy').slice(0, 2)).toEqual(['name', 'text'])
  })

  it('requires every word if an entry has them all, and otherwise any of them', () => {
    put('both', 'One', 'audit committee')
    put('half', 'Two', 'audit alone')
    expect(ids('audit committee')).toEqual(['both'])
    expect(ids('audit zeppelin')).toHaveLength(2)
    expect(ids('zeppelin')).toEqual([])
  })

  it.each(['"', '* OR', 'title:', 'NEAR(a b)', '½', '\u0000', '-', 'a AND NOT b', '₂₂ ́'])(
    'reads %j as words, never as query syntax',
    (q) => {
      put('a', 'Unrelated', 'pelican')
      expect(ids(q)).toEqual([])
    },
  )
})
