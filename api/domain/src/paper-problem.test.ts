import { expect, it } from 'vitest'
import {
  largestPaper,
  paperProblemOf,
  paperProblems,
  paperProblemSentences,
} from './paper-problem.ts'

const paper = { size: 9, condition: 'ready' } as const

it.each([
  [undefined, 'missing'],
  [{ ...paper, withdrawn: true, damaged: true }, 'withdrawn'],
  [{ ...paper, damaged: true }, 'damaged'],
  [{ ...paper, condition: 'broken' }, 'damaged'],
  [{ ...paper, condition: 'encrypted' }, 'encrypted'],
  [{ ...paper, size: largestPaper + 1 }, 'tooLarge'],
  [paper, undefined],
] as const)('finds the problem of %j: %s', (given, problem) => {
  expect(paperProblemOf(given)).toBe(problem)
})

it('has one sentence for each problem', () => {
  for (const problem of paperProblems) {
    expect(paperProblemSentences[problem]).toMatch(/^This paper[^.]*\.$/)
  }
})
