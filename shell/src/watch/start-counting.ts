import { countCommits } from './count-commits.ts'

countCommits()
