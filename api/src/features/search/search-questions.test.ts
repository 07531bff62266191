import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathOf, standingFiles } from '../../../sample/plan.ts'
import { standingText } from '../../../sample/policies/all.ts'
import { questionsSuite } from './search-questions-suite.ts'

/** Without the papers of meetings, which take ten times as long to write. */
questionsSuite(async (dataFolder) => {
  for (const file of standingFiles) {
    const path = join(dataFolder, 'drive', pathOf(file))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await standingText(file.title, 2026))
  }
})
