import { describe, expect, it } from 'vitest'
import { previewInWords } from './preview-words.ts'

const stable = '1.0.0-a'

describe('a previewed release in words', () => {
  it.each([
    [112_288, '12 KB more than 1.0.0-a, which runs now.'],
    [99_900, '100 bytes less than 1.0.0-a, which runs now.'],
    [100_000, 'As large as 1.0.0-a, which runs now.'],
  ])('compares a size of %i bytes with 100000', (preview, sentence) => {
    const [size] = previewInWords({ stable, bytes: { preview, stable: 100_000 } })
    expect(size).toBe(sentence)
  })

  it('has nothing to compare with before a release runs for everyone', () => {
    expect(previewInWords({ bytes: { preview: 500 } })).toEqual([
      '500 bytes; no release runs for everyone yet, so there is nothing to compare it with.',
      'How it runs is shown once 3 people have opened it.',
    ])
  })

  it('says what is missing while too few people were measured', () => {
    const bytes = { preview: 1, stable: 1 }
    expect(previewInWords({ stable, bytes, visits: { good: 4, failed: 0 } }).slice(1)).toEqual([
      '4 visits, without a failure, of its previews in the last week.',
      'Its speed is shown once 3 people were measured with each release.',
    ])
  })

  it('compares the speed of what was measured with both', () => {
    const bytes = { preview: 1, stable: 1 }
    const visits = { good: 4, failed: 1 }
    const speed = [
      { metric: 'lcp' as const, preview: 2900, stable: 1800 },
      { metric: 'cls' as const, preview: 50, stable: 20 },
    ]
    expect(previewInWords({ stable, bytes, visits, speed }).slice(1)).toEqual([
      '5 visits, 1 with a failure, of its previews in the last week.',
      'Compared with 1.0.0-a, pages take 2.9 s instead of 1.8 s, content moves by 0.05 instead of 0.02.',
    ])
    expect(previewInWords({ stable, bytes, visits, speed: [] })[2]).toBe(
      'No page was measured with both 1.0.0-a and this release yet.',
    )
  })
})
