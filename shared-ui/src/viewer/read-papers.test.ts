import { beforeEach, describe, expect, it } from 'vitest'
import { forgetPapers, keepPaper, recallPaper } from './read-papers.ts'

const million = 1024 * 1024
const facts = { version: '"a"', length: 40 * million, pieceSize: 65_536 }

/** Stores a paper that was read completely. */
function readWhole(address: string, length = facts.length) {
  const paper = keepPaper(address, { ...facts, length })
  paper.add(0, new Uint8Array(length))
  return paper
}

beforeEach(forgetPapers)

describe('the papers read on this visit', () => {
  it('returns the bytes read, across several parts', () => {
    const paper = keepPaper('/a', { ...facts, length: 9 })
    paper.add(0, Uint8Array.of(0, 1, 2, 3))
    paper.add(3, Uint8Array.of(3, 4, 5))
    expect(paper.bytes(1, 6)).toEqual(Uint8Array.of(1, 2, 3, 4, 5))
    expect(paper.bytes(5, 8)).toBeUndefined()
  })

  it('opens a paper again only if both ends were read', () => {
    const paper = keepPaper('/a', { ...facts, length: 9 })
    paper.add(0, new Uint8Array(4))
    expect(recallPaper('/a')).toBeUndefined()
    paper.add(8, new Uint8Array(1))
    expect(recallPaper('/a')).toBe(paper)
  })

  it('drops papers in the order of their last opening when they exceed the limit', () => {
    readWhole('/first', 30 * million)
    readWhole('/second', 30 * million)
    keepPaper('/first', { ...facts, length: 30 * million })
    readWhole('/third', 30 * million)
    expect(recallPaper('/second')).toBeUndefined()
    expect(recallPaper('/first')).toBeDefined()
    expect(recallPaper('/third')).toBeDefined()
  })

  it('never exceeds the limit, however large one paper is', () => {
    const paper = keepPaper('/huge', { ...facts, length: 100 * million })
    paper.add(0, new Uint8Array(60 * million))
    paper.add(60 * million, new Uint8Array(40 * million))
    expect(paper.has(0, 60 * million)).toBe(true)
    expect(paper.has(60 * million, 60 * million + 1)).toBe(false)
  })
})
