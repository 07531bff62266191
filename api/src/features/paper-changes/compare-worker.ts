import { answerJobs } from '../../platform/background/answer-jobs.ts'
import { comparePapers } from './compare-papers.ts'
import type { TextsToCompare } from './changes-service.ts'

const decoder = new TextDecoder()
const pagesOf = (json: Uint8Array) => JSON.parse(decoder.decode(json)) as string[]

answerJobs(({ older, newer }: TextsToCompare) => comparePapers(pagesOf(older), pagesOf(newer)))
